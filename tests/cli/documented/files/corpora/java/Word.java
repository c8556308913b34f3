import java.util.Scanner;

public class Word {
    public static void main(String[] args) {
        String word = new Scanner(System.in).next();
        System.out.println(word.length() > 3 ? "long" : "short");
    }
}

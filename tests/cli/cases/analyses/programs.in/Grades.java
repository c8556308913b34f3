import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Grades {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        int sum = 0;
        int best = 0;
        for (int i = 0; i < n; i++) {
            int grade = Integer.parseInt(in.readLine().trim());
            sum += grade;
            if (grade > best) {
                best = grade;
            }
        }
        System.out.println("mean " + (double) sum / n);
        System.out.println("passed " + (best >= 5));
    }
}

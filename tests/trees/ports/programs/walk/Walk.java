import java.util.Scanner;

public class Walk {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int target = in.nextInt();
        int[] steps = new int[in.nextInt()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = in.nextInt();
        }
        System.out.println(reached(target, steps));
    }

    /** Steps taken until the target is passed; -1 when it is not within a hundred. */
    static int reached(int target, int[] steps) {
        int at = 0;
        int taken = 0;
        while (at < target) {
            if (taken >= 100) {
                return -1;
            }
            at += steps[taken % steps.length];
            taken++;
        }
        return taken;
    }
}

package acme;

/** What a title has to be like; the port takes whatever can be called. */
public interface TitleRule {
    boolean fits(String title);
}

package acme;

import java.util.ArrayList;
import java.util.List;

public class Tray {
    private final int size;
    private int depth = 1;
    private boolean open;
    private String name = "";
    private final List<String> items = new ArrayList<>();

    public Tray(int size) {
        this.size = size;
    }

    public void setDepth(int depth) {
        this.depth = depth;
    }

    public void setOpen(boolean open) {
        this.open = open;
    }

    public void setName(String name) {
        this.name = name;
    }

    public void add(String item) {
        items.add(item);
    }

    public int left(int taken) {
        int free = open && depth > items.size() ? size - items.size() : 0;
        return taken > free ? name.length() : free - taken;
    }
}

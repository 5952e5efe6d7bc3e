package org.example.queue;

import java.util.ArrayDeque;
import java.util.List;

/** A queue that refuses what is too long. */
@SuppressWarnings("unchecked")
public final class Queue<T extends Comparable<T>> implements Runnable {
    private static final int LIMIT = 0x10_000;
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    protected volatile long added = 0L;

    public Queue(List<T> first) {
        super();
        this.waiting.addAll(first);
    }

    @Override
    public synchronized void run() {
        // Each is taken once.
        while (!waiting.isEmpty()) {
            T next = waiting.poll();
            if (next == null || added > LIMIT) {
                throw new IllegalStateException("more than " + LIMIT + '!');
            }
            switch (next.hashCode() % 3) {
                case 0: added++; break;
                default: continue;
            }
        }
    }

    boolean isFull(double share, String name) throws InterruptedException {
        try {
            return share >= 0.95 && name instanceof String;
        } catch (RuntimeException error) {
            return false;
        } finally {
            System.out.println("""
                the "end"
                """);
        }
    }

    enum State { READY, DONE }
}

package io.docsagent.worker.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for processes that must find the same one free again after a restart. */
public final class Ports {

    /** Below those that the system gives to outgoing connections, one of which could take a killed process's port. */
    private static final int FIRST = 20_000;

    private static final int END = 32_000;

    /** Free until their processes start, which is later. */
    private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** A port that nothing listens on, another one with each call. */
    public static int free() {
        int port;
        do {
            port = ThreadLocalRandom.current().nextInt(FIRST, END);
        } while (!TAKEN.add(port) || !isFree(port));
        return port;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}

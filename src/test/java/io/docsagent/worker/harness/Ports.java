package io.docsagent.worker.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for processes that must find the same one free again after a restart. */
public final class Ports {

    /** Below those that the system gives to outgoing connections, one of which could take a killed process's port. */
    private static final int FIRST = 20_000;

    private static final int END = 32_000;

    private Ports() {}

    public static int free() {
        int port;
        do {
            port = ThreadLocalRandom.current().nextInt(FIRST, END);
        } while (!isFree(port));
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

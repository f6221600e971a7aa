package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.gateway.ScriptedService.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy does with CONNECT: it leads every tunnel to one port of this machine.
 *
 * @param credentials that it asks for, as the header has them; null where it asks for none
 */
record TunnelProxy(int target, @Nullable String credentials) implements ScriptedService.Script {

    @Override
    public void answer(Request request, Socket client) throws IOException {
        if (credentials != null && !credentials.equals(request.headers().get("proxy-authorization"))) {
            ScriptedService.reply(407, "").answer(request, client);
            client.close();
            return;
        }
        try (Socket service = new Socket(InetAddress.getLoopbackAddress(), target)) {
            ScriptedService.write(client, ScriptedService.head(200) + "\r\n");
            Thread.ofVirtual().start(() -> copy(service, client));
            client.getInputStream().transferTo(service.getOutputStream());
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            // The client or the service closed its connection.
        }
    }
}

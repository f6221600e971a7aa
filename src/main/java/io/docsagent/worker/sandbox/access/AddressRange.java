package io.docsagent.worker.sandbox.access;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The addresses of a network, such as {@code 10.0.0.0/8}, or a single address. */
final class AddressRange {

    private final IpSubnetFilterRule rule;

    private AddressRange(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null) {
            throw new IllegalArgumentException("Not an address or a range of addresses: " + text);
        }
        int bits = slash < 0 ? bytes.length * 8 : Integer.parseInt(text.substring(slash + 1));
        this.rule = new IpSubnetFilterRule(address, bits, IpFilterRuleType.ACCEPT);
    }

    static List<AddressRange> all(Set<String> texts) {
        return texts.stream().map(AddressRange::new).toList();
    }

    /** An empty set allows every address. */
    static boolean contain(Set<String> texts, @Nullable InetAddress address) {
        return texts.isEmpty()
                || (address != null
                        && all(texts).stream()
                                .anyMatch(range -> range.rule.matches(new InetSocketAddress(address, 0))));
    }
}

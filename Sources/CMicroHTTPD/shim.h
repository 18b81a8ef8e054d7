#pragma once
#include <microhttpd.h>

// MHD_start_daemon is variadic, which Swift cannot call. The daemon takes the listening socket. Key and certificate are
// both NULL, or both text in PEM.
static inline struct MHD_Daemon *reelrig_mhd_start(
    MHD_socket listener, unsigned int threads, unsigned int connections, size_t memory, unsigned int timeout,
    const char *key, const char *certificate, MHD_AccessHandlerCallback handler,
    void *(*target)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *closure) {
    const unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_SUPPRESS_DATE_NO_CLOCK;
    const struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        key ? flags | MHD_USE_TLS : flags, 0, NULL, NULL, handler, closure, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, target, closure, MHD_OPTION_NOTIFY_COMPLETED,
        completed, closure, MHD_OPTION_NOTIFY_CONNECTION, connected, closure, MHD_OPTION_ARRAY, key ? tls : tls + 2,
        MHD_OPTION_END);
}

// MHD_get_connection_info is variadic.
static inline const struct sockaddr *reelrig_mhd_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline int reelrig_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}


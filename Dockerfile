# Croupier's image: built with a pinned Go, shipped without a shell and without root.
# The build's Go release is also what the vulnerability check holds the standard library to.
ARG GO_VERSION=1.26.11

FROM golang:${GO_VERSION}-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/croupier ./cmd/croupier \
 && mkdir /out/data

# "static" brings CA certificates and the time zones that gaming days are reckoned in.
FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/croupier /usr/local/bin/croupier
COPY --from=build --chown=65532:65532 /out/data /var/lib/croupier
COPY LICENSE NOTICE /usr/share/doc/croupier/
# 0.0.0.0 is the container's own network; what the host publishes is for docker-compose.yml to say.
ENV CROUPIER_LISTEN=0.0.0.0:8080 \
    CROUPIER_DATA=/var/lib/croupier
USER 65532:65532
VOLUME /var/lib/croupier
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["/usr/local/bin/croupier", "health"]
ENTRYPOINT ["/usr/local/bin/croupier"]
CMD ["serve"]

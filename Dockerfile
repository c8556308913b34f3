# cargo mts with what it needs: a JDK and CPython. For CI systems other than GitHub, and for Windows.
#
#   docker run --rm -v "$PWD:/repo" --user "$(id -u):$(id -g)" ghcr.io/<owner>/cargo-mts:v0.1.0 run --base origin/main
#
# .ci/image builds the image and runs it without a registry. Each digest is that of the index for all architectures.
# Dependabot updates the digests.
FROM docker.io/library/rust:1.95-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
WORKDIR /build
COPY . .
# `release` builds in half the time, for a check of the image.
ARG PROFILE=dist
RUN cargo build --profile "$PROFILE" --locked && cp "target/$PROFILE/cargo-mts" /build/cargo-mts

FROM docker.io/library/debian:bookworm-slim@sha256:abd67ffcfa541b485a3dff59865ab629aa048a6c613e639d36e7456b0b229241
# Debian 12: JDK 17 and CPython 3.11, the combination that every change is tested with. A mounted
# repository belongs to whoever cloned it, and was mounted on purpose.
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates openjdk-17-jdk-headless python3 \
    && rm -rf /var/lib/apt/lists/* \
    && printf '[safe]\n\tdirectory = *\n' >/etc/gitconfig \
    && useradd --uid 1000 --create-home mts
COPY --from=build /build/cargo-mts /usr/local/bin/cargo-mts
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="cargo-mts" \
    org.opencontainers.image.description="Compares Java functions with their Python ports, before and after small changes" \
    org.opencontainers.image.licenses="MIT OR Apache-2.0" \
    org.opencontainers.image.source="https://github.com/<owner>/cargo-mts" \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.revision="$REVISION"
# Writable for whatever user the container is started as.
ENV XDG_CACHE_HOME=/tmp/cache
USER 1000:1000
WORKDIR /repo
ENTRYPOINT ["cargo-mts"]
CMD ["--help"]

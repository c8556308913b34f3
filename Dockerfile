# cargo mts with what it needs: a JDK and CPython. For CI systems other than GitHub, and for Windows.
#
#   docker run --rm -v "$PWD:/repo" --user "$(id -u):$(id -g)" ghcr.io/<owner>/cargo-mts:v0.1.0 run --base origin/main
#
# .ci/image builds it and runs it without a registry.
FROM docker.io/library/rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY . .
# `release` builds in half the time, for a check of the image.
ARG PROFILE=dist
RUN cargo build --profile "$PROFILE" --locked && mv "target/$PROFILE/cargo-mts" /build/cargo-mts

FROM docker.io/library/debian:bookworm-slim
# Debian 12: JDK 17 and CPython 3.11, the combination that every change is tested with. A mounted
# repository belongs to whoever cloned it, and was mounted on purpose.
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates openjdk-17-jdk-headless python3 \
    && rm -rf /var/lib/apt/lists/* \
    && printf '[safe]\n\tdirectory = *\n' >/etc/gitconfig \
    && useradd --uid 1000 --create-home mts
COPY --from=build /build/cargo-mts /usr/local/bin/cargo-mts
# Writable for whatever user the container is started as.
ENV XDG_CACHE_HOME=/tmp/cache
USER 1000:1000
WORKDIR /repo
ENTRYPOINT ["cargo-mts"]
CMD ["--help"]

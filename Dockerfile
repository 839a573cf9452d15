# The steps of deploy/build: the browser code in a Node image, the rest in a Python image.
FROM node:22-bookworm-slim AS browser
WORKDIR /srv/camp
COPY frontend/package.json frontend/package-lock.json frontend/
RUN cd frontend && npm ci --ignore-scripts --no-fund --no-audit --loglevel error
COPY frontend frontend
COPY static static
COPY templates templates
RUN npm --prefix frontend run --silent build

FROM python:3.12-slim-bookworm
RUN useradd --system --home-dir /srv/camp camp \
 && install --directory --owner=camp /var/lib/camp
WORKDIR /srv/camp
COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt
COPY . .
COPY --from=browser /srv/camp/static/build static/build
ENV PYTHON=python PYTHONUNBUFFERED=1 MEDIA_ROOT=/var/lib/camp/media
RUN deploy/collect
USER camp
VOLUME /var/lib/camp
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["deploy/web"]

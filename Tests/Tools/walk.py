"""Walks every URI of a reel that is served, without any code of ours: walk.py PLAYBACK_URL OTHER_PLAYBACK_URL [FOLDER].

Each is fetched with what the answer gave, and has to be refused without it and with what another reel's answer gave.
With the version's folder on the disk, what Python's m3u8 and an XML parser find in the texts there has to be among what was
walked. Prints what was fetched, by kind, as JSON, and what was wrong; exit 1 when anything was.
"""

import http.cookiejar
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET

TOKEN = re.compile(r"1\.[A-Za-z0-9_-]{1,32}\.\d+\.\d*\.[ep]\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}")
MPD = "{urn:mpeg:dash:schema:mpd:2011}"


class Client:
    """What one reel's answer gave: a URL to begin with and perhaps a cookie."""

    def __init__(self, playback):
        self.cookies = http.cookiejar.CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.answer = json.load(opener.open(playback))
        self.opener = opener
        found = TOKEN.search(self.answer["url"])
        self.token = found.group() if found else next(iter(self.cookies)).value

    def get(self, url):
        return fetch(self.opener, url)


def fetch(opener, request):
    try:
        with opener.open(request) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def without(url):
    """The URL with its token taken out, wherever it is."""
    url = re.sub(r"/~" + TOKEN.pattern + "/", "/", url)
    return re.sub(r"\?$", "", re.sub(r"([?&])t=" + TOKEN.pattern + "&?", r"\1", url)).rstrip("&?")


class Walk:
    def __init__(self, own, other):
        self.own, self.other = own, other
        self.counts, self.problems, self.seen = {}, [], set()

    def visit(self, url, kind):
        """The body, or None when the URL was seen before or cannot be had."""
        url = url.split("#")[0]
        if url in self.seen:
            return None
        self.seen.add(url)
        status, body = self.own.get(url)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if status != 200:
            self.problems.append(f"{kind} {without(url)}: {status} with the token")
        plain = urllib.request.build_opener()
        self.refused(fetch(plain, without(url)), "missing", kind, url)
        if self.own.token in url:
            answer = fetch(plain, url.replace(self.own.token, self.other.token))
        else:
            answer = fetch(plain, urllib.request.Request(url, headers={"Cookie": "reelrig_t=" + self.other.token}))
        self.refused(answer, "scope", kind, url)
        return body if status == 200 else None

    def refused(self, answer, reason, kind, url):
        if answer[0] != 403 or json.loads(answer[1]).get("reason") != reason:
            self.problems.append(f"{kind} {without(url)}: {answer[0]}, not 403 {reason}")

    def playlist(self, url):
        body = self.visit(url, "playlist")
        if body is None:
            return
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
        variables = {}
        for line in body.decode().splitlines():
            line = re.sub(r"\{\$([A-Za-z0-9_-]+)\}", lambda name: variables[name.group(1)], line)
            if line.startswith("#EXT-X-DEFINE:"):
                name = re.search(r'QUERYPARAM="([^"]+)"', line).group(1)
                variables[name] = query[name][0]
            tag = line.split(":")[0]
            uris = re.findall(r'URI="([^"]+)"', line) if tag.startswith("#EXT") else []
            if line and not line.startswith("#"):
                uris = [line]
            for uri in uris:
                target = urllib.parse.urljoin(url, uri)
                path = urllib.parse.urlsplit(target).path
                if path.endswith(".m3u8"):
                    self.playlist(target)
                else:
                    self.visit(target, path.rsplit(".", 1)[1])

    def manifest(self, url):
        body = self.visit(url, "mpd")
        if body is None:
            return
        period = ET.fromstring(body).find(MPD + "Period")
        for group in period.iter(MPD + "AdaptationSet"):
            for representation in group.iter(MPD + "Representation"):
                template = representation.find(MPD + "SegmentTemplate")
                if template is None:
                    template = group.find(MPD + "SegmentTemplate")
                if template is None:
                    self.visit(urllib.parse.urljoin(url, representation.find(MPD + "BaseURL").text), "base")
                else:
                    self.template(url, template, representation.get("id"))

    def template(self, url, template, name):
        def expand(text, number):
            text = text.replace("$RepresentationID$", name)
            return re.sub(r"\$Number(%0(\d+)d)?\$", lambda found: str(number).zfill(int(found.group(2) or 1)), text)

        if template.get("initialization"):
            self.visit(urllib.parse.urljoin(url, expand(template.get("initialization"), 0)), "mp4")
        number = int(template.get("startNumber", 1))
        timeline = template.find(MPD + "SegmentTimeline")
        repeats = [1 + int(s.get("r", 0)) for s in timeline] if timeline is not None else [1]
        for index in range(sum(repeats)):
            path = expand(template.get("media"), number + index)
            kind = urllib.parse.urlsplit(path).path.rsplit(".", 1)[1]
            self.visit(urllib.parse.urljoin(url, path), kind)

    def thumbnails(self, url):
        body = self.visit(url, "thumbnails")
        for line in (body or b"").decode().splitlines():
            if "#xywh=" in line:
                self.visit(urllib.parse.urljoin(url, line), "jpg")


def named_on_disk(folder):
    """The files below a folder that its texts name, by their paths inside it."""
    import m3u8

    found = set()

    def add(text, uri):
        path = os.path.normpath(os.path.join(os.path.dirname(text), urllib.parse.unquote(uri)))
        if path not in found:
            found.add(path)
            if path.endswith(".m3u8"):
                read(path)

    def read(text):
        playlist = m3u8.load(os.path.join(folder, text))
        entries = playlist.playlists + playlist.media + playlist.iframe_playlists + playlist.image_playlists
        entries += playlist.segments + playlist.segment_map + [key for key in playlist.keys if key]
        for entry in entries:
            if entry.uri:
                add(text, entry.uri)

    for start in [name for name in os.listdir(folder) if name.endswith(".m3u8")]:
        found.add(start)
        read(start)
    if os.path.exists(os.path.join(folder, "manifest.mpd")):
        found.add("manifest.mpd")
        for element in ET.parse(os.path.join(folder, "manifest.mpd")).iter():
            # Templates name what playlists name too.
            if element.tag == MPD + "BaseURL":
                found.add(element.text)
    return found


def main():
    own, other = Client(sys.argv[1]), Client(sys.argv[2])
    walk = Walk(own, other)
    start = own.answer["url"]
    walk.playlist(start)
    if "mpdUrl" in own.answer:
        walk.manifest(own.answer["mpdUrl"])
        query = urllib.parse.urlsplit(own.answer["mpdUrl"]).query

        def beside(path):
            return urllib.parse.urljoin(start, path) + ("?" + query if query else "")

        walk.thumbnails(beside("tiles/thumbnails.vtt"))
        listed = json.loads(walk.visit(beside("package.json"), "json"))
        for file in listed["objects"]:
            if "poster" in file["path"]:
                walk.visit(beside(file["path"]), "poster")
        reached = {urllib.parse.urlsplit(without(url)).path.split("/", 4)[4] for url in walk.seen}
        for file in listed["objects"] + listed["playlists"]:
            if file["path"] not in reached and not file["path"].startswith("progressive/"):
                walk.problems.append(file["path"] + ": package.json lists it, and nothing names it")
    for file in own.answer.get("progressive", []):
        walk.visit(file["url"], "progressive")
    if len(sys.argv) > 3:
        paths = {urllib.parse.unquote(urllib.parse.urlsplit(without(url)).path) for url in walk.seen}
        for name in named_on_disk(sys.argv[3]):
            if not any(path.endswith("/" + name) for path in paths):
                walk.problems.append(name + ": it is named and was not walked")
    print(json.dumps({"counts": walk.counts, "problems": walk.problems[:10]}))
    sys.exit(1 if walk.problems else 0)


main()

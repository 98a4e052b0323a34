# A service that answers questions of a page; its server runs in a thread of its own.
import gnubg
import json
import queue
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

questions = queue.Queue()


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        reply = queue.Queue()
        questions.put((self.path.strip("/"), reply))
        text = json.dumps(reply.get()).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Answer)
threading.Thread(target=server.serve_forever, daemon=True).start()
heard = []


def client():
    for position in ("4PPgASTg8+ABMA", "4HPwATDgc/ABMA"):
        url = "http://127.0.0.1:%d/%s" % (server.server_port, position)
        heard.append(json.load(urllib.request.urlopen(url)))


asker = threading.Thread(target=client)
asker.start()
money, context = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0), gnubg.evalcontext(0, 0)
for _ in range(2):
    position, reply = questions.get()
    numbers = gnubg.evaluate(gnubg.positionfromid(position), money, context)
    reply.put([round(number, 3) for number in numbers])
asker.join()
server.shutdown()
print("ANSWER", heard)

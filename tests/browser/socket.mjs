// A WebSocket client without manners: it says what it is told and need not listen.
import { randomBytes } from "node:crypto";
import { request } from "node:http";

function masked(text) {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  const size =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([size, mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}

/** Status of the answer, and the open socket if it was an upgrade. */
export function openSocket(server, headers = {}) {
  return new Promise((resolve, reject) => {
    const asked = request({
      port: server.port,
      host: "127.0.0.1",
      path: "/api/v1/live",
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
        Authorization: `Bearer ${server.token}`,
        Origin: `http://127.0.0.1:${server.port}`,
        ...headers,
      },
    });
    asked.on("upgrade", (answer, socket) => {
      socket.pause();
      resolve({
        status: answer.statusCode,
        say: (message) => socket.write(masked(JSON.stringify(message))),
        end: () => socket.destroy(),
      });
    });
    asked.on("response", (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode });
    });
    asked.on("error", reject);
    asked.end();
  });
}

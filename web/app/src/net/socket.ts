import {
  type ClientMessage,
  type Seen,
  type SeriesFrame,
  type ServerMessage,
  decodeFrame,
  parseServerMessage,
  protocolVersion,
} from "@fairmon/protocol";

export interface SocketHandlers {
  opened(): void;
  closed(wasOpen: boolean): void;
  message(message: ServerMessage): void;
  frame(frame: SeriesFrame): void;
}

/** How long to wait before attempt n (from 0): 0.25 s doubling to 5 s, with jitter. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(5000, 250 * 2 ** Math.min(attempt, 10));
  return base * (0.75 + 0.5 * random());
}

/** The page's one WebSocket. Comes back by itself; `hello` and the views are sent anew by the store. */
export class LiveSocket {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly handlers: SocketHandlers) {}

  connect(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/live`);
    let wasOpen = false;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      wasOpen = true;
      this.attempt = 0;
      this.handlers.opened();
    };
    socket.onmessage = (event) => this.take(event.data);
    socket.onclose = () => this.lost(socket, wasOpen);
    this.socket = socket;
  }

  /** `seen`: what is still there of this run, so that only the rest is told. */
  hello(run: string, seen?: Seen): void {
    this.send({ type: "hello", protocol: protocolVersion, run, ...(seen ? { seen } : {}) });
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private take(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = decodeFrame(data);
      if (frame) {
        this.handlers.frame(frame);
      }
      return;
    }
    const message = parseServerMessage(String(data));
    if (message) {
      this.handlers.message(message);
    }
  }

  /** Tries at once, without what is left of the waiting. */
  hurry(): void {
    this.attempt = 0;
    if (this.socket === null) {
      this.connect();
    }
  }

  private lost(socket: WebSocket, wasOpen: boolean): void {
    if (socket !== this.socket) {
      return;
    }
    this.socket = null;
    this.handlers.closed(wasOpen);
    this.timer = setTimeout(() => this.connect(), reconnectDelay(this.attempt++));
  }
}

"use strict";
/*
 * gonb_comm: what a page of JupyterLab or Notebook 7 exchanges with the programs of a notebook's cells, for gonbui's widgets.
 *
 * Widgets are HTML that a cell displays, with a script that says
 *
 *     gonb_comm.send(address, value)                    value: a number, a text, true or false, or a list or an object of numbers or of texts
 *     id = gonb_comm.subscribe(address, (address, value) => ...);  gonb_comm.unsubscribe(id)
 *     v = gonb_comm.newSyncedVariable(address, value)   v.get(), v.set(value), v.subscribe(value => ...), v.unsubscribe(id)
 *     gonb_comm.close()
 *
 * A value goes to the programs that have subscribed to its address; where nobody has, it is dropped. There is one gonb_comm in a
 * page, with a connection for each kernel whose cells have asked for one.
 *
 * A connection is a WebSocket of its own to the Jupyter server, which carries Jupyter's messages (the kernel's side is package page):
 *
 *     page     comm_open  target_name gonb_comm, data {"page": NONCE}     NONCE is that of the script that asks
 *     page     comm_msg   {"address": "#heartbeat/ping", "value": true}   again and again, until something arrives:
 *     kernel   comm_msg   {"address": "#heartbeat/pong", "value": true}   the value of the ping
 *     page     comm_msg   {"address": "#page/ready", "value": NONCE}      both directions are open: the kernel waits for this
 *     either   comm_msg   {"address": ..., "value": ...}
 *     kernel   comm_msg   {"address": "#heartbeat/ping", "value": TEXT}   before a program that has sent values displays something: it waits for
 *     page     comm_msg   {"address": "#heartbeat/pong", "value": TEXT}   this, since what is displayed comes on another socket
 *     kernel   comm_msg   {"address": ..., "read_request": true}          a synchronized variable of that address sends its value
 *     page     comm_msg   {"address": "#page/refused", "value": TEXT}     a value that is not sent, for the cell to tell
 *     page     comm_close                                                 the page goes
 *
 * Of a synchronized variable, such as a slider's, that changes faster than the kernel takes its values, the newest is sent: a kernel tells when it has dealt with a message,
 * by its status, and a few are on the way at a time. What send is called for is sent each time.
 *
 * Addresses that begin with "#" are the protocol's own. The script runs each time that a cell first needs its page: then it opens
 * another comm, for the kernel may be a new one. A socket that breaks is opened again.
 */
(() => {
  const KERNEL = "{{kernel}}", NONCE = "{{nonce}}", MOST = Number("{{most}}");
  const TARGET = "gonb_comm", VERSION = 2, SIMPLE = "", FRAMED = "v1.kernel.websocket.jupyter.org";
  const RETRIES = [500, 1000, 2000, 4000, 8000, 15000, 30000], PING = 250, PINGS = 240;
  const WAITING = 1000, WINDOW = 16, PATIENCE = 1000; // values that wait; messages on the way, and how long they are waited for
  const here = document.currentScript && document.currentScript.parentElement;

  const uuid = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

  /** Tells beside the script why there are no widgets. */
  function tell(why) {
    console.error("gonb_comm: " + why);
    if (here) {
      here.appendChild(document.createElement("div")).textContent = "Widgets do not work here: " + why + ".";
    }
  }

  /** The address of the kernel's channels, from what the Jupyter server has written into the page. */
  function channels(kernel, session) {
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const base = new URL(config.wsUrl || config.baseUrl || "/", location.href);
    base.protocol = base.protocol.replace(/^http/, "ws");
    const url = new URL(`api/kernels/${encodeURIComponent(kernel)}/channels`, base.href.replace(/\/*$/, "/"));
    url.searchParams.set("session_id", session);
    if (config.token) {
      url.searchParams.set("token", config.token);
    }
    return url.href;
  }

  /** A message of Jupyter's as what the socket takes: a text, or parts behind their offsets where the server has chosen that. */
  function encode(message, protocol) {
    if (protocol !== FRAMED) {
      return JSON.stringify(message);
    }
    const bytes = new TextEncoder();
    const parts = [bytes.encode(message.channel), ...["header", "parent_header", "metadata", "content"].map((k) => bytes.encode(JSON.stringify(message[k])))];
    const offsets = [8 * (parts.length + 2)];
    parts.forEach((p) => offsets.push(offsets.at(-1) + p.length));
    const out = new Uint8Array(offsets.at(-1)), view = new DataView(out.buffer);
    [offsets.length, ...offsets].forEach((n, i) => view.setBigUint64(8 * i, BigInt(n), true));
    parts.forEach((p, i) => out.set(p, offsets[i]));
    return out.buffer;
  }

  /** The type, the content and the id of the parent of a message, or null where it is neither of a comm nor a status. */
  function decode(data, protocol) {
    const wanted = (type) => type.startsWith("comm_") || type === "status";
    if (typeof data === "string") {
      if (!data.includes('"comm_') && !data.includes('"status"')) {
        return null; // the output of cells, of which there may be much
      }
      const { header, parent_header, content } = JSON.parse(data);
      return wanted(header.msg_type) ? { type: header.msg_type, parent: parent_header.msg_id, content } : null;
    }
    const view = new DataView(data), text = new TextDecoder();
    if (protocol !== FRAMED) { // a message with buffers, which no message of ours has
      return null;
    }
    const at = (i) => Number(view.getBigUint64(8 * (i + 1), true));
    const part = (i) => JSON.parse(text.decode(new Uint8Array(data, at(i), at(i + 1) - at(i))));
    const header = part(1);
    return wanted(header.msg_type) ? { type: header.msg_type, parent: part(2).msg_id, content: part(4) } : null;
  }

  /** Connection is the way to one kernel. */
  class Connection {
    constructor(hub, kernel) {
      Object.assign(this, { hub, kernel, session: uuid(), socket: null, comm: null, nonce: null, heard: false, tries: 0, waiting: [], sent: new Set(), closed: false });
      addEventListener("pagehide", () => this.close());
    }

    /** Opens a comm for a script that waits for it. */
    join(nonce) {
      this.nonce = nonce;
      this.tries = 0;
      this.closed = false;
      if (this.socket && this.socket.readyState === WebSocket.OPEN) {
        this.open();
      } else if (!this.socket || this.socket.readyState !== WebSocket.CONNECTING) {
        this.connect();
      }
    }

    connect() {
      clearTimeout(this.retry);
      const socket = new WebSocket(channels(this.kernel, this.session)); // no subprotocol: the simple one
      socket.binaryType = "arraybuffer";
      socket.onopen = () => this.socket === socket && this.open();
      socket.onmessage = (event) => this.socket === socket && this.receive(event.data);
      socket.onclose = () => this.socket === socket && this.broken();
      this.socket = socket;
    }

    /** Begins anew on an open socket: another comm, and pings until the kernel is heard. */
    open() {
      const before = this.comm;
      this.comm = uuid();
      this.heard = false;
      this.sent.clear();
      this.post("comm_open", { target_name: TARGET, data: { page: this.nonce || "" } });
      if (before) { // after that, so that the kernel does not think that no page is left
        this.post("comm_close", { comm_id: before, data: {} });
      }
      const comm = this.comm;
      const ping = (left) => {
        if (this.comm === comm && !this.heard && left > 0) {
          this.post("comm_msg", { data: { address: "#heartbeat/ping", value: true } });
          setTimeout(() => ping(left - 1), PING);
        }
      };
      ping(PINGS);
    }

    /** Tries again, later and later. */
    broken() {
      this.comm = null;
      this.socket = null;
      if (this.closed) {
        return;
      }
      if (this.tries < RETRIES.length) {
        this.retry = setTimeout(() => this.connect(), RETRIES[this.tries++]);
        return;
      }
      console.error(`gonb_comm: the kernel ${this.kernel} cannot be reached; the next cell that uses widgets tries again`);
      this.hub.forget(this.kernel);
    }

    receive(data) {
      const message = decode(data, this.socket.protocol);
      if (message && message.type === "status") {
        if (message.content.execution_state === "idle" && this.sent.delete(message.parent)) {
          this.flush();
        }
        return;
      }
      if (!message || !message.content || message.content.comm_id !== this.comm) {
        return;
      }
      if (message.type === "comm_close") { // a kernel that does not have it: the next script opens another one
        this.comm = null;
      } else if (message.type === "comm_msg") {
        this.hear();
        this.take(message.content.data || {});
      }
    }

    /** The kernel is heard for the first time: values can go both ways. */
    hear() {
      if (this.heard) {
        return;
      }
      this.heard = true;
      this.tries = 0;
      this.post("comm_msg", { data: { address: "#page/ready", value: this.nonce || "" } });
      this.nonce = null;
      this.flush();
    }

    /** Sends what waits, as far as it may. */
    flush() {
      clearTimeout(this.late);
      while (this.heard && this.comm && this.waiting.length > 0 && this.sent.size < WINDOW) {
        const { address, value } = this.waiting.shift();
        this.sent.add(this.post("comm_msg", { data: { address, value } }));
      }
      if (this.waiting.length > 0 && this.heard) { // a status may be lost
        this.late = setTimeout(() => { this.sent.clear(); this.flush(); }, PATIENCE);
      }
    }

    take(data) {
      if (data.address === "#heartbeat/ping") { // after the values before it: these are delivered
        this.post("comm_msg", { data: { address: "#heartbeat/pong", value: data.value } });
      } else if (data.read_request) {
        this.hub.answer(data.address, this);
      } else if (typeof data.address === "string" && !data.address.startsWith("#") && "value" in data) {
        this.hub.deliver(data.address, data.value);
      }
    }

    /** Sends a value, as soon as the kernel can be heard and takes it. latest: it takes the place of one that waits. */
    send(address, value, latest) {
      const before = latest && this.waiting.find((w) => w.latest && w.address === address);
      if (before) {
        before.value = value;
      } else {
        this.waiting.push({ address, value, latest });
      }
      if (this.waiting.length > WAITING && !this.heard) {
        this.waiting.shift();
        console.error("gonb_comm: values are sent and the kernel cannot be reached; some were left out");
      }
      this.flush();
    }

    post(type, content) {
      const header = { msg_id: uuid(), msg_type: type, username: "", session: this.session, date: new Date().toISOString(), version: "5.3" };
      const message = { header, parent_header: {}, metadata: {}, content: { comm_id: this.comm, ...content }, buffers: [], channel: "shell" };
      if (this.socket && this.socket.readyState === WebSocket.OPEN) {
        this.socket.send(encode(message, this.socket.protocol || SIMPLE));
      }
      return header.msg_id;
    }

    close() {
      this.closed = true;
      clearTimeout(this.retry);
      if (this.socket) {
        if (this.comm) {
          this.post("comm_close", { data: {} });
        }
        this.socket.close(1000);
      }
      this.comm = this.socket = null;
    }
  }

  /** Subscriptions are callbacks with the ids by which they are ended. */
  class Subscriptions {
    constructor() {
      this.callbacks = new Map();
    }
    add(callback) {
      const id = Symbol("gonb_comm subscription");
      this.callbacks.set(id, callback);
      return id;
    }
    call(...args) {
      for (const callback of [...this.callbacks.values()]) {
        try {
          callback(...args);
        } catch (err) {
          console.error("gonb_comm: a subscriber has failed:", err);
        }
      }
    }
  }

  /** SyncedVariable is a value that the page and a program share, by its address. */
  class SyncedVariable {
    constructor(hub, address, value) {
      this.hub = hub;
      this.address = address;
      this.value = null;
      this.subscriptions = new Subscriptions();
      hub.subscribe(address, (_, v) => this.change(v));
      this.set(value);
    }
    get() {
      return this.value;
    }
    set(value) {
      if (value !== this.value) {
        this.change(value);
        this.hub.send(this.address, value, true);
      }
    }
    change(value) {
      if (value !== this.value) {
        this.value = value;
        this.subscriptions.call(value);
      }
    }
    subscribe(callback) {
      return this.subscriptions.add(callback);
    }
    unsubscribe(id) {
      this.subscriptions.callbacks.delete(id);
    }
  }

  /** Hub is gonb_comm. */
  class Hub {
    constructor() {
      Object.assign(this, { version: VERSION, connections: new Map(), subscriptions: new Map(), variables: new Map() });
    }

    /** Connects the page with a kernel, for the script with this nonce. */
    join(kernel, nonce) {
      if (!this.connections.has(kernel)) {
        this.connections.set(kernel, new Connection(this, kernel));
      }
      this.connections.get(kernel).join(nonce);
    }

    forget(kernel) {
      this.connections.delete(kernel);
    }

    send(address, value, latest) {
      const refused = this.why(address, value);
      if (refused) {
        console.error("gonb_comm: " + refused);
      }
      for (const c of this.connections.values()) {
        refused ? c.send("#page/refused", refused.slice(0, 500)) : c.send(address, value, latest);
      }
    }

    /** Why a value is not sent, or "". */
    why(address, value) {
      const text = JSON.stringify(value);
      if (typeof address !== "string" || address === "" || address.length > 500 || address.startsWith("#")) {
        return "not an address of a widget: " + String(address);
      }
      if (text === undefined) {
        return `what the page sends to ${address} is not a value`;
      }
      const size = new Blob([text]).size; // in bytes
      return size > MOST ? `what the page sends to ${address} has ${size} bytes, and ${MOST} is the most` : "";
    }

    subscribe(address, callback) {
      if (!this.subscriptions.has(address)) {
        this.subscriptions.set(address, new Subscriptions());
      }
      return this.subscriptions.get(address).add(callback);
    }

    unsubscribe(id) {
      for (const [address, s] of this.subscriptions) {
        if (s.callbacks.delete(id) && s.callbacks.size === 0) {
          this.subscriptions.delete(address);
        }
      }
    }

    deliver(address, value) {
      const s = this.subscriptions.get(address);
      if (s) {
        s.call(address, value);
      }
    }

    newSyncedVariable(address, value) {
      const v = new SyncedVariable(this, address, value);
      this.variables.set(address, v);
      return v;
    }

    /** Sends the value of a synchronized variable to who asks for it. */
    answer(address, connection) {
      const v = this.variables.get(address);
      if (v) {
        connection.send(address, v.get());
      }
    }

    close() {
      for (const c of this.connections.values()) {
        c.close();
      }
      this.connections.clear();
      if (globalThis.gonb_comm === this) {
        delete globalThis.gonb_comm;
      }
    }
  }

  if (!globalThis.WebSocket || !document.getElementById("jupyter-config-data")) {
    tell("this page is not one of JupyterLab or Notebook 7, from which the Jupyter server can be reached");
    return;
  }
  if (!globalThis.gonb_comm || globalThis.gonb_comm.version !== VERSION) {
    if (globalThis.gonb_comm) {
      globalThis.gonb_comm.close();
    }
    globalThis.gonb_comm = new Hub();
  }
  try {
    globalThis.gonb_comm.join(KERNEL, NONCE);
  } catch (err) {
    tell("the Jupyter server cannot be reached: " + err.message);
  }
})();

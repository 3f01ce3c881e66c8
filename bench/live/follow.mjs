// A separate process of low-latency viewers: each asks for the next part of picture and sound, waits for it, and fetches it.
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** One connection, one request at a time, parsed as far as these answers need. */
class Line {
  #socket
  #chunks = []
  #length = 0
  #waiting

  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1' }).setNoDelay(true)
    this.#socket.on('data', (chunk) => {
      this.#chunks.push(chunk)
      this.#length += chunk.length
      this.#look()
    })
    const fail = () => this.#waiting?.reject(new Error('The connection was closed.'))
    this.#socket.on('error', fail)
    this.#socket.on('close', fail)
  }

  ask(address) {
    this.#socket.write(
      `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n`,
    )
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  close() {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #look() {
    this.#waiting.head ??= this.#readHead()
    const { head } = this.#waiting
    if (!head) return
    const { at, length } = head
    if (length === undefined) return this.#lookForLastChunk(head)
    if (this.#length >= at + length) this.#finish(head, this.#all().subarray(at, at + length))
  }

  #readHead() {
    const all = this.#all()
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const text = all.toString('latin1', 0, end)
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    return {
      at: end + 4,
      length: length === undefined ? undefined : Number(length),
      status: Number(text.slice(9, 12)),
      isPacked: /content-encoding: gzip/i.test(text),
    }
  }

  #lookForLastChunk(head) {
    const all = this.#all()
    if (!all.subarray(-5).equals(Buffer.from('0\r\n\r\n'))) return
    const pieces = []
    for (let at = head.at; ;) {
      const end = all.indexOf('\r\n', at)
      const size = Number.parseInt(all.toString('latin1', at, end), 16)
      if (size === 0) return this.#finish(head, Buffer.concat(pieces))
      pieces.push(all.subarray(end + 2, end + 2 + size))
      at = end + 4 + size
    }
  }

  #finish({ status, isPacked }, body) {
    const { resolve } = this.#waiting
    this.#chunks = []
    this.#length = 0
    this.#waiting = undefined
    resolve({ status, isPacked, body })
  }

  #all() {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }
}

/** When what a playlist ends with was sent by the encoder, what comes next, and what came last. */
const readPlaylist = (text) => {
  let [segmentAt, end] = [0, 0]
  let newest
  for (const line of text.split('\n')) {
    const date = /^#EXT-X-PROGRAM-DATE-TIME:(.+)/.exec(line)
    if (date) segmentAt = end = Date.parse(date[1])
    const part = /^#EXT-X-PART:.*?DURATION=([\d.]+)/.exec(line)
    if (part) {
      end += Number(part[1]) * 1000
      newest = /URI="([^"]+)"/.exec(line)[1]
    }
    const whole = /^#EXTINF:([\d.]+)/.exec(line)
    if (whole) end = segmentAt + Number(whole[1]) * 1000
  }
  const hint = /PRELOAD-HINT:TYPE=PART,URI="[^"]*?\/(\d+)\.(\d+)\.m4s/.exec(text)
  return { end, newest, hint: hint && { msn: hint[1], part: hint[2] } }
}

const delays = []
const failures = []
let [playlists, parts, bytes] = [0, 0, 0]
const read = new Map()

/** The first viewer that has a playlist reads it for all. */
const readOnce = (key, { isPacked, body }) => {
  let known = read.get(key)
  if (!known) {
    known = readPlaylist((isPacked ? gunzipSync(body) : body).toString())
    read.set(key, known)
    if (read.size > 5000) read.delete(read.keys().next().value)
    known.isNew = true
  } else known.isNew = false
  return known
}

const ending = { isAsked: false }

const follow = async (port, id, rendition) => {
  const line = new Line(port)
  let query = ''
  while (!ending.isAsked) {
    const asked = `/${id}/${rendition}.m3u8${query}`
    const answer = await line.ask(asked)
    if (ending.isAsked) break
    if (answer.status !== 200) {
      failures.push(`${asked}: ${answer.status}`)
      break
    }
    playlists += 1
    bytes += answer.body.length
    const { end, newest, hint, isNew } = readOnce(query === '' ? Symbol('own') : asked, answer)
    // What is there already when a viewer joins says nothing about the delay.
    if (query !== '' && isNew) delays.push(Date.now() - end)
    if (!hint) break
    query = `?_HLS_msn=${hint.msn}&_HLS_part=${hint.part}`
    if (!newest) continue
    const part = await line.ask(`/${id}/${newest}`)
    if (part.status !== 200) failures.push(`${newest}: ${part.status}`)
    parts += 1
    bytes += part.body.length
  }
  line.close()
}

process.on('message', async (task) => {
  if (task === 'read') {
    const taken = {
      delays: delays.splice(0),
      failures: failures.splice(0),
      playlists,
      parts,
      bytes,
    }
    playlists = parts = bytes = 0
    return process.send(taken)
  }
  if (task === 'stop') {
    ending.isAsked = true
    return process.disconnect()
  }
  const { port, viewers } = task
  for (const { id, count } of viewers)
    for (let viewer = 0; viewer < count; viewer += 1)
      for (const rendition of ['source', 'audio-0'])
        follow(port, id, rendition).catch((error) => ending.isAsked || failures.push(error.message))
  return process.send({})
})

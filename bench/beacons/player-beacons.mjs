import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1024 })

export const newView = (environmentKey) => ({
  environmentKey,
  id: randomUUID(),
  player: randomUUID(),
  sequence: 0,
  startedAt: Date.now(),
})

/** As mux-embed writes it: compressed keys, unchanged fields left out. */
export const event = (view, name, fields = {}) => {
  view.sequence += 1
  const now = Date.now()
  return {
    ake: view.environmentKey,
    e: name,
    xid: view.id,
    xsqno: view.sequence,
    psqno: view.sequence,
    pinid: view.player,
    uti: now,
    pphti: now - view.startedAt,
    xpntimscv: now - view.startedAt,
    vid: 'video-1',
    bdm: 'localhost',
    mapve: '2.1',
    ...fields,
  }
}

const full = (view) => ({
  mem: 'mux-embed',
  memve: '5.19.0',
  mvrid: randomUUID(),
  msara: 1,
  sid: randomUUID(),
  sst: view.startedAt,
  xst: view.startedAt,
  pnm: 'Bench player',
  pswnm: 'HLS.js',
  vtt: `Title ${view.player.slice(0, 2)}`,
  vsmty: 'on-demand',
  vsour: 'https://cdn.example.com/video/master.m3u8',
  vsodu: 600_000,
  wur: 'https://www.example.com/watch?v=1',
  pwd: 1280,
  pht: 720,
})

export const post = (origin, events) => {
  const body = JSON.stringify({
    metadata: { transmission_timestamp: Date.now(), rtt_ms: 20 },
    events,
  })
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const sent = request(
      origin,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          'content-length': Buffer.byteLength(body),
          'user-agent':
            'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
        },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          resolve(response.statusCode === 200 ? performance.now() - startedAt : undefined),
        )
      },
    )
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}

export const openEvents = (view) => [
  event(view, 'viewstart', full(view)),
  event(view, 'play'),
  event(view, 'playing', { xtitofifr: 400 }),
]

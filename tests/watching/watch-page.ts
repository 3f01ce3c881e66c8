export interface Watching {
  player: 'html5' | 'hls' | 'videojs' | 'mux-player'
  source: string
  /** Host and port, as the SDK expects it. */
  collector: string
  environmentKey: string
  title: string
}

const scripts: Record<Watching['player'], string[]> = {
  html5: ['/mux.js'],
  hls: ['/mux.js', '/hls.js'],
  videojs: ['/video.js', '/videojs-mux.js'],
  'mux-player': ['/mux-player.js'],
}

const monitors: Record<Watching['player'], string> = {
  html5: `
    mux.monitor('#player', { beaconCollectionDomain: given.collector, data })
    video.src = given.source
    start()`,
  hls: `
    const hls = new Hls({ maxBufferLength: 3, maxMaxBufferLength: 3 })
    mux.monitor('#player', { beaconCollectionDomain: given.collector, data, hlsjs: hls, Hls })
    hls.loadSource(given.source)
    hls.attachMedia(video)
    hls.on(Hls.Events.MANIFEST_PARSED, start)`,
  videojs: `
    const player = videojs('player', { plugins: { mux: { beaconCollectionDomain: given.collector, data } } })
    player.muted(true)
    player.src({ src: given.source, type: 'video/mp4' })
    player.play()`,
  'mux-player': `
    const element = document.createElement('mux-player')
    element.setAttribute('beacon-collection-domain', given.collector)
    element.setAttribute('env-key', given.environmentKey)
    element.setAttribute('metadata-video-title', given.title)
    element.setAttribute('metadata-video-id', data.video_id)
    element.muted = true
    element.src = given.source
    element.addEventListener('loadedmetadata', () => element.play(), { once: true })
    video.replaceWith(element)`,
}

/** A page as a customer writes it: one element, one player, the SDK from its package. */
export const watchPage = (watching: Watching) => `<!doctype html>
<title>Watch</title>
<video id="player" muted playsinline width="640" height="360"></video>
${scripts[watching.player].map((source) => `<script src="${source}"></script>`).join('\n')}
<script>
  const given = ${JSON.stringify(watching).replaceAll('<', '\\u003c')}
  const video = document.getElementById('player')
  const data = {
    env_key: given.environmentKey,
    player_name: 'Watch page',
    video_title: given.title,
    video_id: given.title.toLowerCase().replaceAll(' ', '-'),
    custom_1: 'from the page',
  }
  const start = () => video.play().catch(() => undefined)
  ${monitors[watching.player]}
</script>`

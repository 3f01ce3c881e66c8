import Engine, { ErrorDetails, Events } from 'hls.js'
import 'media-chrome'
import 'media-chrome/menu'
import './player.css'
import { awaitBroadcast, notStartedText } from './await-broadcast.ts'
import { followEdge } from './follow-edge.ts'
import { type Failure, failureOf, nativeFailureOf } from './player-failure.ts'
import { audioMarkup, videoMarkup } from './player-markup.ts'
import { onChoice, showLanguages, showQualities } from './player-menus.ts'
import { opensPictures, playerAddresses, type PlayerSource } from './player-source.ts'
import { recoverPlayback } from './recovery/recover-playback.ts'
import { reportViews } from './report-views.ts'
import { showSkipped } from './show-skipped.ts'
import { startLevelOf } from './start-level.ts'

export interface RunningPlayer {
  readonly media: HTMLMediaElement
  destroy(): void
}

/** Seconds to buffer before the viewer presses play. */
const idleBufferSeconds = 6
const playingBufferSeconds = 30
/** How much faster a player may go to come back to the edge of a broadcast. */
const catchUpRate = 1.2

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each part of the markup is an element of its own kind
const part = <E extends HTMLElement>(root: HTMLElement, name: string) =>
  root.querySelector<E>(`[data-part="${name}"]`)

const addPictures = (root: HTMLElement, media: HTMLMediaElement, source: PlayerSource) => {
  const { poster, storyboard } = playerAddresses(source)
  const image = part(root, 'poster')
  if (image && opensPictures(source, 'thumbnail')) {
    const loading = new Image()
    loading.addEventListener('load', () => {
      image.setAttribute('src', poster)
      image.hidden = false
    })
    loading.src = poster
  }
  if (!opensPictures(source, 'storyboard')) return
  const track = document.createElement('track')
  track.kind = 'metadata'
  track.label = 'thumbnails'
  track.default = true
  track.src = storyboard
  // Must come after the engine, which clears every text track when it starts.
  media.addEventListener('loadedmetadata', () => media.append(track), { once: true })
}

/** The menu entry appears with the first text track. */
const followCaptions = (root: HTMLElement, media: HTMLMediaElement) => {
  const item = part(root, 'captions-item')
  const button = part(root, 'captions-button')
  const look = () => {
    const hasText = [...media.textTracks].some(({ kind }) => /captions|subtitles/.test(kind))
    if (item) item.hidden = !hasText
    if (button) button.hidden = !hasText
  }
  media.textTracks.addEventListener('addtrack', look)
  media.textTracks.addEventListener('removetrack', look)
  look()
}

const attachStream = (
  root: HTMLElement,
  media: HTMLMediaElement,
  source: PlayerSource,
  {
    fail,
    onSkipped,
  }: {
    fail: (failure: Promise<Failure>) => Promise<void>
    onSkipped: (seconds: number) => void
  },
) => {
  const { stream } = playerAddresses(source)
  // oxlint-disable-next-line import/no-named-as-default-member -- its declarations know no other way
  if (!Engine.isSupported()) {
    media.src = stream
    media.addEventListener('error', () => void fail(nativeFailureOf(media.error, stream)))
    return undefined
  }
  const hls = new Engine({
    // Segments already are fragmented MP4, so a worker would have nothing to do.
    enableWorker: false,
    autoStartLoad: false,
    capLevelToPlayerSize: !source.isAudioOnly,
    maxBufferLength: idleBufferSeconds,
    startPosition: source.startTime ?? -1,
    // Our streams have none, and it would start loading at its own position after a recovery.
    interstitialsController: undefined,
    // The player decides itself when to give up.
    appendErrorMaxRetry: 30,
    ...(source.isLive && { maxLiveSyncPlaybackRate: catchUpRate, liveDurationInfinity: true }),
    // Some segments are made on demand, so the first response can be slow.
    fragLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 30_000,
        maxLoadTimeMs: 120_000,
        timeoutRetry: { maxNumRetry: 4, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: 6, retryDelayMs: 1000, maxRetryDelayMs: 8000 },
      },
    },
  })
  const recover = recoverPlayback(hls, media, onSkipped)
  hls.on(Events.MANIFEST_PARSED, () => {
    hls.startLevel = startLevelOf(hls.levels)
    hls.startLoad(source.startTime ?? -1)
    showQualities(root, hls)
  })
  hls.on(Events.LEVEL_SWITCHED, () => showQualities(root, hls))
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => showLanguages(root, hls))
  hls.on(Events.ERROR, (_, data) => {
    if (!recover(data) && data.fatal) void fail(failureOf(data, stream))
  })
  onChoice(root, 'quality', (value) => {
    hls.nextLevel = Number(value)
    showQualities(root, hls)
  })
  onChoice(root, 'audio', (value) => {
    hls.audioTrack = Number(value)
  })
  media.addEventListener('play', () => {
    hls.config.maxBufferLength = playingBufferSeconds
  })
  hls.loadSource(stream)
  hls.attachMedia(media)
  return hls
}

/** Puts a player into an empty element. It sends requests to this host only. */
export const createPlayer = (
  host: HTMLElement,
  source: PlayerSource,
  onFailed?: (sentence: string) => void,
): RunningPlayer => {
  const root = document.createElement('div')
  root.className = source.isAudioOnly ? 'php-root php-audio' : 'php-root'
  // A constant string; see player-markup.ts.
  root.innerHTML = source.isAudioOnly ? audioMarkup : videoMarkup
  if (source.aspectRatio && !source.isAudioOnly)
    root.style.setProperty('--php-ratio', source.aspectRatio.replace(':', ' / '))
  const media = root.querySelector<HTMLMediaElement>('video, audio')
  const failure = part(root, 'failure')
  const text = part(root, 'failure-text')
  if (!media || !failure || !text) throw new Error('The player has lost a part.')
  if (source.title) {
    part(root, 'controller')?.setAttribute('aria-label', source.title)
    media.title = source.title
  }
  media.muted = source.isMuted ?? false
  media.autoplay = source.autoplays ?? false
  media.loop = source.loops ?? false
  if (!source.isAudioOnly) addPictures(root, media, source)
  followCaptions(root, media)

  let isOver = false
  let stopWaiting: (() => void) | undefined
  let endTimer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    failure.hidden = true
    delete root.dataset['failed']
    delete root.dataset['waiting']
    stopWaiting = undefined
    clearTimeout(endTimer)
    endTimer = undefined
    if (hls) hls.loadSource(playerAddresses(source).stream)
    else media.load()
  }
  const say = (words: string) => {
    text.textContent = words
    failure.hidden = false
    root.dataset['failed'] = ''
    onFailed?.(words)
  }
  const awaitsBroadcast = source.isLive === true && !source.isRecording
  /** Before a broadcast and after it. */
  const wait = () => {
    say(notStartedText)
    root.dataset['waiting'] = ''
    stopWaiting ??= awaitBroadcast(playerAddresses(source).stream, () => {
      restart()
      void media.play().catch(() => undefined)
    })
  }
  const fail = async (failed: Promise<Failure>) => {
    const { text: words, isMissing } = await failed
    if (isOver) return
    if (awaitsBroadcast && isMissing) wait()
    else say(words)
  }
  const skipped = showSkipped(part(root, 'skipped'))
  let hls = attachStream(root, media, source, { fail, onSkipped: skipped.show })
  const stopReporting = reportViews(media, hls, source)
  const edge = source.isLive
    ? followEdge(root, media, hls, ErrorDetails.BUFFER_STALLED_ERROR)
    : undefined
  if (edge) {
    hls?.on(Events.ERROR, edge.onError)
    if (awaitsBroadcast) media.addEventListener('ended', wait)
    // A player that was throttled or stalls at the very end never says that it has ended.
    hls?.on(Events.LEVEL_UPDATED, (_, { details }) => {
      if (!awaitsBroadcast || details.live) return
      endTimer ??= setTimeout(wait, (Math.max(0, details.edge - media.currentTime) + 3) * 1000)
    })
  }
  part(root, 'retry')?.addEventListener('click', restart)
  host.replaceChildren(root)
  // The element has aria-checked, which the role `button` does not allow.
  part(root, 'captions-button')?.setAttribute('role', 'switch')
  return {
    media,
    destroy() {
      isOver = true
      stopWaiting?.()
      clearTimeout(endTimer)
      edge?.stop()
      skipped.stop()
      stopReporting()
      hls?.destroy()
      hls = undefined
      root.remove()
    },
  }
}

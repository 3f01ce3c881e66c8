/** UPLD-030 */
export const thumbnailDefaults = {
  atSeconds: 5,
  quality: 80,
  maxWidth: 1280,
  format: 'jpg',
} as const
export const previewAtSeconds = 3

/** UPLD-025 */
export const previewTimeoutMs = 2000
/** Ten are made at a time in the background. */
const captureTimeoutMs = 10_000

const once = (video: HTMLVideoElement, event: string) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), captureTimeoutMs)
    video.addEventListener(event, () => (clearTimeout(timer), resolve()), { once: true })
    video.addEventListener('error', () => (clearTimeout(timer), reject(new Error('unplayable'))), {
      once: true,
    })
  })

/** For a shorter clip, the middle. */
const momentIn = (duration: number, atSeconds: number) =>
  Number.isFinite(duration) && duration <= atSeconds ? duration / 2 : atSeconds

const draw = async (video: HTMLVideoElement, maxWidth: number) => {
  const scale = Math.min(1, maxWidth / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', thumbnailDefaults.quality / 100),
  )
}

const capture = async (file: File, atSeconds: number): Promise<string | undefined> => {
  if (file.type.startsWith('audio/')) return undefined
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    const loaded = once(video, 'loadeddata')
    video.src = address
    await loaded
    if (video.videoWidth === 0) return undefined
    const moved = once(video, 'seeked')
    video.currentTime = momentIn(video.duration, atSeconds)
    await moved
    const picture = await draw(video, thumbnailDefaults.maxWidth)
    return picture ? URL.createObjectURL(picture) : undefined
  } catch {
    return undefined
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

const frames = new WeakMap<File, Map<number, Promise<string | undefined>>>()

/** A picture of a local file, made once; undefined where the browser cannot play it. */
export const captureFrame = (file: File, atSeconds: number = thumbnailDefaults.atSeconds) => {
  const known = frames.get(file) ?? new Map<number, Promise<string | undefined>>()
  frames.set(file, known)
  const frame = known.get(atSeconds) ?? capture(file, atSeconds)
  known.set(atSeconds, frame)
  return frame
}

import { ResumableUpload } from './resumable-upload.ts'

/** UPLD-062: in KiB. */
const chunkSize = 30_720
/** While a server starts there is no response, which the browser reports as 0. */
const retryCodes = [0, 408, 502, 503, 504]
export const attempts = 10
const retryDelayMs = 1000
/** Until the uploader has handled a part that failed. */
const settleMs = retryDelayMs + 100

interface SenderOptions {
  url: string
  file: File
  /** An earlier page sent the beginning of the file. */
  goesOn: boolean
  onProgress: (percent: number) => void
  onSuccess: () => void
  onError: (message: string) => void
}

export interface Sender {
  pause: () => void
  resume: () => void
  stop: () => void
}

interface Refusal {
  message?: string
  response?: { statusCode?: number; body?: unknown }
}

/** The server's message, if there is one. */
const messageOf = ({ message, response }: Refusal) => {
  try {
    const { error } = JSON.parse(String(response?.body)) as { error?: { messages?: string[] } }
    if (error?.messages?.[0]) return error.messages[0]
  } catch {
    // The body is not a response of the API.
  }
  if (response?.statusCode === 0)
    return 'The server could not be reached. Check your connection and retry.'
  return message ?? 'Something went wrong with the upload'
}

/**
 * Sends a file in parts. If the uploader resumed before the part in flight has ended, it would send
 * two parts to the same position. So it resumes only after that, whether a user or a lost
 * connection paused it.
 */
export const sendFile = (options: SenderOptions): Sender => {
  const { url, file, goesOn, onProgress, onSuccess, onError } = options
  let isWanted = true
  let isOnline = navigator.onLine
  let isOver = false
  let isBusy = false
  let settling: ReturnType<typeof setTimeout> | undefined
  const uploader = new ResumableUpload(goesOn, {
    endpoint: url,
    file,
    chunkSize,
    attempts,
    retryCodes,
    delayBeforeAttempt: retryDelayMs / 1000,
  })

  const follow = () => {
    if (isOver) return
    if (!isWanted || !isOnline) uploader.pause()
    else if (!isBusy && uploader.paused) uploader.resume()
  }
  const settle = (afterMs: number) => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      // A retry without a delay has already set this again.
      isBusy = false
      follow()
    }, afterMs)
  }
  const onConnection = () => {
    isOnline = navigator.onLine
    follow()
  }
  const end = () => {
    isOver = true
    clearTimeout(settling)
    globalThis.removeEventListener('online', onConnection)
    globalThis.removeEventListener('offline', onConnection)
  }
  globalThis.addEventListener('online', onConnection)
  globalThis.addEventListener('offline', onConnection)
  follow()

  uploader.on('attempt', () => {
    clearTimeout(settling)
    isBusy = true
  })
  uploader.on('chunkSuccess', () => settle(0))
  uploader.on('attemptFailure', () => settle(settleMs))
  uploader.on('progress', ({ detail }) => {
    if (!isOver) onProgress(detail as number)
  })
  uploader.on('success', () => {
    if (isOver) return
    end()
    onSuccess()
  })
  uploader.on('error', ({ detail }) => {
    if (isOver) return
    end()
    // Otherwise the uploader continues with the next part.
    uploader.abort()
    onError(messageOf((detail ?? {}) as Refusal))
  })

  return {
    pause: () => {
      isWanted = false
      follow()
    },
    resume: () => {
      isWanted = true
      follow()
    },
    stop: () => {
      end()
      uploader.abort()
    },
  }
}

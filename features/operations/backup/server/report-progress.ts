import type { CommandCall } from '@playhead/server-kit/feature.ts'

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

export interface ProgressReporter {
  step: (name: string) => void
  position: (fileBytes: number) => void
  row: () => void
  media: (bytes: number) => void
}

/** Progress of a backup or restore; each step starts from zero. Unknown sizes are 0. */
export const reportProgress = (
  tell: CommandCall['progress'],
  sizes: { file: number; media: number },
): ProgressReporter => {
  let step = ''
  let at = { file: 0, rows: 0, media: 0 }
  const say = () => {
    if (!tell) return
    const parts = [
      ...(at.rows > 0 ? [`${at.rows} rows`] : []),
      ...(sizes.file > 0 && at.file > 0
        ? [`${megabytes(at.file)} of ${megabytes(sizes.file)}`]
        : []),
      ...(at.media > 0 ? [`${megabytes(at.media)} of ${megabytes(sizes.media)} of media`] : []),
    ]
    tell({
      message: `${step}${parts.length > 0 ? ': ' : ''}${parts.join(', ')}`,
      step,
      rows: at.rows,
      bytes: at.file,
      total_bytes: sizes.file,
      media_bytes: at.media,
      total_media_bytes: sizes.media,
    })
  }
  return {
    step(name) {
      step = name
      at = { file: 0, rows: 0, media: 0 }
      say()
    },
    position(fileBytes) {
      at.file = fileBytes
      say()
    },
    row() {
      at.rows += 1
      say()
    },
    media(bytes) {
      at.media += bytes
      say()
    },
  }
}

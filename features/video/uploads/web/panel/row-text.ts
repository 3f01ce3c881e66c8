import type { Upload, UploadAsset } from '../queue/upload-machine.ts'

/** UPLD-074, UPLD-075 */
const assetText = ({ status, errors }: UploadAsset) => {
  if (status === 'deleted') return 'Asset deleted!'
  if (status === 'errored') return errors?.messages[0] || 'Something went wrong with the asset'
  return status === 'ready' ? 'Asset ready!' : 'Preparing asset...'
}

const percent = (progress: number) => `${Math.floor(progress)}%`

/** UPLD-070 … UPLD-075 */
export const rowText = ({ status, source, progress, error, mux }: Upload) => {
  if (status === 'cancelled') return 'Upload cancelled'
  if (mux.asset) return assetText(mux.asset)
  if (status === 'errored') return error || 'Something went wrong with the upload'
  if (progress === 100) return 'Preparing asset...'
  switch (status) {
    case 'waiting':
      return 'Waiting for upload to start...'
    case 'queued':
      return 'Queued'
    case 'preparing':
      return 'Preparing for upload...'
    case 'paused':
      return 'Upload paused'
    default:
      return source.kind === 'file' ? `Uploading... ${percent(progress)}` : 'Uploading...'
  }
}

type RowTone = 'plain' | 'good' | 'bad'

export const rowTone = ({ status, mux }: Upload): RowTone => {
  if (status === 'errored' || mux.asset?.status === 'errored') return 'bad'
  return mux.asset?.status === 'ready' ? 'good' : 'plain'
}

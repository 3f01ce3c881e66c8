import { useEffect, useState } from 'react'
import { previewAtSeconds, previewTimeoutMs } from './capture-frame.ts'
import { TestPreview } from './test-preview.tsx'
import type { Upload, UploadSource } from '../queue/upload-machine.ts'
import { useFrame } from './use-frame.ts'

export const unplayableText =
  'Video preview could not be played in your browser. This is normal for larger files or complex formats - your video will be viewable once uploaded.'

/** The page may not play media of other hosts, so only local files can be previewed. */
const isLocal = (source: UploadSource) =>
  source.kind === 'file' || new URL(source.url).origin === globalThis.location.origin

const useAddress = (source: UploadSource) => {
  const [address] = useState(() =>
    source.kind === 'file' ? URL.createObjectURL(source.file) : source.url,
  )
  useEffect(
    () => () => {
      if (source.kind === 'file') URL.revokeObjectURL(address)
    },
    [source, address],
  )
  return address
}

interface LocalPreviewProps {
  source: UploadSource
  isHidden: boolean
  onLate: () => void
  onPlayable: () => void
  onFail: () => void
}

const LocalPreview = ({ source, isHidden, onLate, ...on }: LocalPreviewProps) => {
  const address = useAddress(source)
  const poster = useFrame(source, previewAtSeconds)
  useEffect(() => {
    const timer = setTimeout(onLate, previewTimeoutMs)
    return () => clearTimeout(timer)
  }, [onLate])
  return (
    <video
      className="upload-preview"
      aria-label="Preview"
      src={address}
      poster={poster}
      controls
      muted
      playsInline
      preload="auto"
      hidden={isHidden}
      onLoadedData={on.onPlayable}
      onError={on.onFail}
    />
  )
}

type Playing = 'trying' | 'late' | 'playable' | 'failed'

/** UPLD-025 … UPLD-027. On a slow machine a file may be playable only after the timeout: it takes the place of the message then. */
export const SourcePreview = ({ upload }: { upload: Upload }) => {
  const { source } = upload
  const [playing, setPlaying] = useState<Playing>(() => (isLocal(source) ? 'trying' : 'failed'))
  const [on] = useState(() => ({
    onLate: () => setPlaying((now) => (now === 'trying' ? 'late' : now)),
    onPlayable: () => setPlaying('playable'),
    onFail: () => setPlaying('failed'),
  }))
  const isLate = playing === 'late'
  return (
    <>
      {playing !== 'failed' && <LocalPreview source={source} isHidden={isLate} {...on} />}
      {(isLate || playing === 'failed') && <TestPreview upload={upload} reason={unplayableText} />}
    </>
  )
}

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
  onFail: () => void
}

const LocalPreview = ({ source, onFail }: LocalPreviewProps) => {
  const address = useAddress(source)
  const poster = useFrame(source, previewAtSeconds)
  const [isPlayable, setIsPlayable] = useState(false)
  useEffect(() => {
    if (isPlayable) return undefined
    const timer = setTimeout(onFail, previewTimeoutMs)
    return () => clearTimeout(timer)
  }, [isPlayable, onFail])
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
      onLoadedData={() => setIsPlayable(true)}
      onError={onFail}
    />
  )
}

/** UPLD-025 … UPLD-027 */
export const SourcePreview = ({ upload }: { upload: Upload }) => {
  const { source } = upload
  const [hasFailed, setHasFailed] = useState(() => !isLocal(source))
  const [fail] = useState(() => () => setHasFailed(true))
  if (!hasFailed) return <LocalPreview source={source} onFail={fail} />
  return <TestPreview upload={upload} reason={unplayableText} />
}

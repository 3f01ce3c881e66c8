import { useState } from 'react'
import { FilmIcon, LinkIcon, RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { apiOrigin } from '@playhead/web-kit/calls/call.ts'
import { thumbnailDefaults } from './capture-frame.ts'
import type { UploadAsset, UploadSource } from '../queue/upload-machine.ts'
import { useFrame } from './use-frame.ts'

const Stand = ({ source }: { source: UploadSource }) => {
  if (source.kind === 'url') return <LinkIcon size={16} />
  return source.file.type.startsWith('audio/') ? <RadioIcon size={16} /> : <FilmIcon size={16} />
}

/** When the browser cannot make the picture, the server's is used once it exists. UPLD-083 */
const addressOf = (asset: UploadAsset | undefined) => {
  const id = asset?.playbackIds?.find(({ policy }) => policy === 'public')?.id
  const { atSeconds, maxWidth, format } = thumbnailDefaults
  return asset?.status === 'ready' && id
    ? `${apiOrigin.value}/${id}/thumbnail.${format}?time=${atSeconds}&width=${maxWidth}`
    : undefined
}

interface SourceThumbnailProps {
  source: UploadSource
  asset?: UploadAsset | undefined
}

/** UPLD-019; screen readers skip it: the title is next to it. */
export const SourceThumbnail = ({ source, asset }: SourceThumbnailProps) => {
  const frame = useFrame(source)
  const [failed, setFailed] = useState<string>()
  const shown = [frame, addressOf(asset)].find((one) => one !== undefined && one !== failed)
  return (
    <span className="upload-thumbnail">
      {shown ? (
        <img src={shown} alt="" onError={() => setFailed(shown)} />
      ) : (
        <Stand source={source} />
      )}
    </span>
  )
}

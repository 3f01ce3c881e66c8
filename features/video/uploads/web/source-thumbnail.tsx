import { useState } from 'react'
import { FilmIcon, LinkIcon, RadioIcon } from '@playhead/ui/subject-icons.ts'
import { apiOrigin } from '@playhead/web-kit/call.ts'
import { thumbnailDefaults } from './capture-frame.ts'
import type { UploadAsset, UploadSource } from './upload-machine.ts'
import { useFrame } from './use-frame.ts'

const Stand = ({ source }: { source: UploadSource }) => {
  if (source.kind === 'url') return <LinkIcon size={16} />
  return source.file.type.startsWith('audio/') ? <RadioIcon size={16} /> : <FilmIcon size={16} />
}

/** What the browser could not show itself, the server shows once it can. UPLD-083 */
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

/** UPLD-019; beside the title it says nothing more to those who hear the page. */
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

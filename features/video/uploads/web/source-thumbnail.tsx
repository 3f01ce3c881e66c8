import { FilmIcon, LinkIcon, RadioIcon } from '@playhead/ui/subject-icons.ts'
import type { UploadSource } from './upload-machine.ts'
import { useFrame } from './use-frame.ts'

const Stand = ({ source }: { source: UploadSource }) => {
  if (source.kind === 'url') return <LinkIcon size={16} />
  return source.file.type.startsWith('audio/') ? <RadioIcon size={16} /> : <FilmIcon size={16} />
}

/** UPLD-019; beside the title it says nothing more to those who hear the page. */
export const SourceThumbnail = ({ source }: { source: UploadSource }) => {
  const frame = useFrame(source)
  return (
    <span className="upload-thumbnail">
      {frame ? <img src={frame} alt="" /> : <Stand source={source} />}
    </span>
  )
}

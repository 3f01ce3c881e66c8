import { MetaFields } from './meta-fields.tsx'
import { SourcePreview } from '../preview/source-preview.tsx'
import type { Upload, UploadMeta } from '../queue/upload-machine.ts'

interface UploadEditProps {
  upload: Upload
  meta: UploadMeta
  onChange: (meta: UploadMeta) => void
}

/** UPLD-020 */
export const UploadEdit = ({ upload, meta, onChange }: UploadEditProps) => (
  <div className="upload-edit">
    <SourcePreview key={upload.id} upload={upload} />
    <MetaFields meta={meta} onChange={(change) => onChange({ ...meta, ...change })} />
  </div>
)

import { useState } from 'react'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronDownIcon, CloseIcon } from '@playhead/ui/icons/icons.ts'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { ChevronUpIcon } from '@playhead/ui/icons/subject-icons.ts'
import { pageOf, Pager } from '../pager.tsx'
import { inFilter, panelFilters } from './panel-filters.ts'
import { InterruptedRows } from './interrupted-rows.tsx'
import { PanelRow } from './panel-row.tsx'
import { rowText } from './row-text.ts'
import { useRoomBelow } from './use-room-below.ts'
import type { InterruptedUpload } from '../queue/interrupted-uploads.ts'
import { titleOf } from '../queue/source-title.ts'
import { isActive, type Upload } from '../queue/upload-machine.ts'

/** UPLD-068 */
const pageSize = 5

interface RowsProps {
  uploads: readonly Upload[]
  label: string
}

const Rows = ({ uploads, label }: RowsProps) => {
  const [page, setPage] = useState(1)
  // UPLD-069
  if (uploads.length === 0) return <p className="upload-none">No assets {label}</p>
  const { shown, rows } = pageOf(uploads, page, pageSize)
  return (
    <>
      <ul aria-label={`Uploads, ${label}`}>
        {rows.map((upload) => (
          <PanelRow key={upload.id} upload={upload} />
        ))}
      </ul>
      <Pager
        label="Pages of uploads"
        page={shown}
        pageSize={pageSize}
        count={uploads.length}
        onChange={setPage}
      />
    </>
  )
}

/** Announces the last upload that ended to screen readers. */
const newsOf = (uploads: readonly Upload[]) => {
  const ended = uploads.filter(({ endedAt }) => endedAt !== undefined)
  const [last] = ended.toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
  return last && `${titleOf(last)}: ${rowText(last)}`
}

interface UploadsPanelProps {
  interrupted: readonly InterruptedUpload[]
  uploads: readonly Upload[]
  onHide: () => void
}

/** UPLD-064 … UPLD-069 */
export const UploadsPanel = ({ interrupted, uploads, onHide }: UploadsPanelProps) => {
  const [isCollapsed, setIsCollapsed] = useState(false)
  const [filter, setFilter] = useState('all')
  const element = useRoomBelow()
  const active = uploads.filter(isActive).length
  const tabs = panelFilters.map((one) => {
    const shown = uploads.filter(inFilter(one))
    return {
      id: one.id,
      label: one.label,
      count: shown.length,
      content: <Rows uploads={shown} label={one.label.toLowerCase()} />,
    }
  })
  return (
    <section ref={element} className="upload-panel" aria-labelledby="uploads-panel-title">
      <header>
        <output className="ph-visually-hidden">{newsOf(uploads)}</output>
        <h2 id="uploads-panel-title">{active > 0 ? `Uploads (${active})` : 'Uploads'}</h2>
        <IconButton
          size="sm"
          icon={isCollapsed ? <ChevronUpIcon size={16} /> : <ChevronDownIcon size={16} />}
          label={isCollapsed ? 'Expand uploads' : 'Collapse uploads'}
          aria-expanded={!isCollapsed}
          onClick={() => setIsCollapsed(!isCollapsed)}
        />
        <IconButton
          size="sm"
          icon={<CloseIcon size={16} />}
          label="Hide uploads"
          onClick={onHide}
        />
      </header>
      {!isCollapsed && (
        <div className="upload-panel-body">
          <InterruptedRows interrupted={interrupted} />
          {uploads.length > 0 && (
            <PanelTabs label="Uploads" tabs={tabs} selectedId={filter} onChange={setFilter} />
          )}
        </div>
      )}
    </section>
  )
}

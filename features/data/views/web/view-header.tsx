import { useState } from 'react'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { formatDurationParts } from '@playhead/domain/format.ts'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { saveFile } from '@playhead/web-kit/calls/download.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { ViewDetail as ViewDetailSchema } from '../contract.ts'
import type { ViewDetail } from './use-views.ts'

const saveJson = (view: ViewDetail) => {
  const text = JSON.stringify(toSnake(ViewDetailSchema, view), null, 2)
  saveFile(new Blob([text], { type: 'application/json' }), `view-${view.id}.json`)
}

/** VIEW-009 */
const Pills = ({ view }: { view: ViewDetail }) => (
  <>
    {view.videoStartupFailure && <Badge tone="bad">Video startup failure</Badge>}
    {view.playbackFailure && !view.videoStartupFailure && (
      <Badge tone="bad">Playback failure</Badge>
    )}
    {view.exitBeforeVideoStart && <Badge tone="warn">Exit before video start</Badge>}
  </>
)

const Summary = ({ view }: { view: ViewDetail }) => {
  const place = [view.city ?? view.region, view.countryName].filter(Boolean).join(', ')
  const facts = [view.platformSummary, place].filter(Boolean)
  const [now] = useState(() => Date.now())
  const sinceStart = Math.max(0, now - Date.parse(view.viewStart))
  return (
    <p className="-mt-2 mb-3 text-ink-2">
      Started <Time at={view.viewStart}>{formatDurationParts(sinceStart)} ago</Time>
      {facts.map((text) => ` · ${text}`)}
    </p>
  )
}

/** VIEW-010 */
const MediaLink = ({ place, id, label }: { place: string; id: string | null; label: string }) => {
  const path = useScreenPath()
  const href = id ? path(`${place}/${encodeURIComponent(id)}`) : undefined
  return href && <LinkButton href={href}>{label}</LinkButton>
}

export const ViewHeader = ({ view }: { view: ViewDetail }) => {
  const path = usePath()
  return (
    <>
      <PageHeader
        title={view.videoTitle || 'Untitled'}
        breadcrumbs={[{ label: 'Views', href: path('views') }]}
        meta={<Pills view={view} />}
      >
        <CopyControl value={view.id} label="Copy the view ID">
          <span className="font-text font-medium">Copy ID</span>
        </CopyControl>
        <CopyLinkButton />
        <MediaLink place="video/live-streams" id={view.liveStreamId} label="Live stream" />
        <MediaLink place="video/assets" id={view.assetId} label="Asset" />
        <Button icon={<DownloadIcon size={14} />} onClick={() => saveJson(view)}>
          Download JSON
        </Button>
      </PageHeader>
      <Summary view={view} />
    </>
  )
}

import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'

const tabs = [
  { id: 'events', label: 'Events' },
  { id: 'logs', label: 'Logs' },
  { id: 'changes', label: 'Changes' },
] as const

/** Heading and tabs of the lists of activity; members see no tab that only admins may open. ACTV-001 */
export const ActivityHeader = ({ tab }: { tab: (typeof tabs)[number]['id'] }) => {
  const path = useScreenPath()
  const shown = tabs.flatMap(({ id, label }) => {
    const href = path(`activity/${id}`)
    return href === undefined ? [] : [{ id, label, href }]
  })
  return (
    <>
      <PageHeader title="API Activity" />
      <div className="mb-4">
        <LinkTabs label="API Activity pages" tabs={shown} selectedId={tab} />
      </div>
    </>
  )
}

import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'

type AlertsTab = 'incidents' | 'rules' | 'notification-channels' | 'silences'

/** Heading and tabs of the alerts area. ALRT-001, ALRT-002 */
export const AlertsHeader = ({ tab }: { tab: AlertsTab }) => {
  const path = usePath()
  const { alertingV2 } = useFlags()
  const tabs = [
    { id: 'incidents', label: 'Incidents', href: path('alerts/incidents?status=open') },
    ...(alertingV2 ? [{ id: 'rules', label: 'Alert Rules', href: path('alerts/rules') }] : []),
    {
      id: 'notification-channels',
      label: 'Notification Channels',
      shortLabel: 'Channels',
      href: path('alerts/notification-channels'),
    },
    { id: 'silences', label: 'Silences', href: path('alerts/silences') },
  ]
  return (
    <>
      <PageHeader title="Alerts" />
      <div className="mb-4">
        <LinkTabs label="Alerts pages" tabs={tabs} selectedId={tab} />
      </div>
    </>
  )
}

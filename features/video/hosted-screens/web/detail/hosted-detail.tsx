import { type ReactNode, Suspense } from 'react'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { waitingTab } from './waiting-tab.tsx'

interface HostedDetailProps {
  /** In the middle of a sentence: `live stream`. */
  noun: string
  title: string
  crumb: { label: string; href: string }
  /** Its status and other badges. */
  meta: ReactNode
  actions: ReactNode
  /** What is said in place of the tabs, once it is deleted. */
  deleted: string | undefined
  tabs: readonly { address: string; title: string; count?: number | undefined }[]
  selected: string
  hrefOf: (address: string) => string
  /** Above the chosen tab. */
  notice?: ReactNode
  /** The chosen tab. */
  children: ReactNode
}

/** The page of an asset or of a live stream around its tabs. ASST-005, LIVE-002 */
export const HostedDetail = ({
  noun,
  title,
  crumb,
  meta,
  actions,
  deleted,
  tabs,
  selected,
  hrefOf,
  notice,
  children,
}: HostedDetailProps) => {
  useTitle(`Video | ${title}`)
  return (
    <>
      <PageHeader title={title} breadcrumbs={[crumb]} meta={meta}>
        {actions}
      </PageHeader>
      {deleted === undefined ? (
        <Stack gap={3}>
          <LinkTabs
            label={`Parts of the ${noun}`}
            selectedId={selected}
            tabs={tabs.map(({ address, title: label, count }) => ({
              id: address,
              label,
              href: hrefOf(address),
              ...(count !== undefined && { count }),
            }))}
          />
          {notice}
          <Suspense key={selected} fallback={waitingTab}>
            {children}
          </Suspense>
        </Stack>
      ) : (
        <FormMessage tone="info">{deleted}</FormMessage>
      )}
    </>
  )
}

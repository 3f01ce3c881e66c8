import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'

interface FailedPageProps {
  title: string
  crumb: { label: string; href: string }
  message: string
  isRetrying: boolean
  onRetry: () => void
}

export const FailedPage = ({ title, crumb, ...failure }: FailedPageProps) => (
  <>
    <PageHeader title={title} breadcrumbs={[crumb]} />
    <Card isFailing>
      <FailedState {...failure} />
    </Card>
  </>
)

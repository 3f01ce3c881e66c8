import type { ReactNode } from 'react'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { ComparisonSelect } from './selects.tsx'
import type { EngagementState } from './use-engagement.ts'

// Loaded lazily: a combobox is large, and no one types the moment the screen opens.
const TitleSearch = lazyPart(
  'TitleSearch',
  () => import('./title-search.tsx'),
  <div className="w-[240px] max-md:w-full">
    <Skeleton height={34} radius="var(--radius-md)" />
  </div>,
)

interface EngagementHeaderProps {
  engagement: EngagementState
  title: ReactNode
  breadcrumbs?: readonly { label: string; href: string }[]
}

/** The title and the controls that both screens share. */
export const EngagementHeader = ({ engagement, title, breadcrumbs }: EngagementHeaderProps) => (
  <PageHeader title={title} breadcrumbs={breadcrumbs}>
    <TitleSearch engagement={engagement} />
    <ComparisonSelect engagement={engagement} />
    <CopyLinkButton />
    <TimeframePicker state={engagement.state} />
  </PageHeader>
)

/** The title, or the id of the asset. */
export const subjectName = ({ subject }: Pick<EngagementState, 'subject'>) =>
  subject && (subject.kind === 'asset_id' ? `Asset ${subject.id}` : subject.id)

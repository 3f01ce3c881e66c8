import type { ReactNode } from 'react'
import { CopyLinkButton, TimeframePicker } from '@playhead/features/data/filters/web'
import { PageHeader } from '@playhead/ui/page-header.tsx'
import { Skeleton } from '@playhead/ui/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/lazy-part.tsx'
import { ComparisonSelect } from './selects.tsx'
import type { EngagementState } from './use-engagement.ts'

// A field with a list that it opens is heavy, and nobody types the moment the screen is there.
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

/** What both screens are asked with. */
export const EngagementHeader = ({ engagement, title, breadcrumbs }: EngagementHeaderProps) => (
  <PageHeader title={title} breadcrumbs={breadcrumbs}>
    <TitleSearch engagement={engagement} />
    <ComparisonSelect engagement={engagement} />
    <CopyLinkButton />
    <TimeframePicker state={engagement.state} />
  </PageHeader>
)

/** `Title` or the id of the asset. */
export const subjectName = ({ subject }: Pick<EngagementState, 'subject'>) =>
  subject && (subject.kind === 'asset_id' ? `Asset ${subject.id}` : subject.id)

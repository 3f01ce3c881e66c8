import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { PanelIcon } from '@playhead/ui/icons/subject-icons.ts'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import type { Dashboard } from '../dashboard/dashboard.ts'
import { useUnsaved } from '../dashboard/use-draft.ts'
import { useSidebar } from './use-sidebar.ts'

/** DASH-003 */
const widths = { open: 300, closed: 50 }

// Needed on narrow screens only.
const Select = lazyPart(
  'Select',
  () => import('@playhead/ui/choices/select.tsx'),
  <Skeleton height={34} radius="var(--radius-md)" />,
)

interface DashboardSidebarProps {
  dashboards: readonly Dashboard[] | undefined
  selectedId: string | undefined
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  onCreate: () => void
  isCreating: boolean
}

const DashboardLinks = (props: DashboardSidebarProps & { search: string }) => {
  const { dashboards, selectedId, hrefOf, search } = props
  const isUnsaved = useUnsaved()
  if (!dashboards)
    return (
      <div className="flex flex-col gap-3 px-2 py-2">
        <Skeleton width="70%" />
        <Skeleton width="50%" />
        <Skeleton width="60%" />
      </div>
    )
  const wanted = search.trim().toLowerCase()
  const found = dashboards.filter(({ displayName }) => displayName.toLowerCase().includes(wanted))
  if (found.length === 0 && wanted !== '')
    return <p className="px-2 py-1 text-sm text-ink-3">No dashboard has that name.</p>
  return (
    <ul className="flex flex-col gap-px">
      {found.map(({ id, displayName }) => (
        <li key={id}>
          <Link
            href={hrefOf(id)}
            kind="plain"
            aria-current={id === selectedId ? 'page' : undefined}
            className="block truncate rounded-md px-2 py-[7px] text-sm text-ink-2 hover:bg-sunk hover:text-ink aria-[current]:bg-sunk aria-[current]:font-semibold aria-[current]:text-ink"
            title={displayName}
          >
            {displayName}
            {isUnsaved(id) && <span className="text-ink-3"> (not saved)</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Replaces the sidebar on screens too narrow for one. */
const NarrowChoice = (props: DashboardSidebarProps) => (
  <div className="mb-3 flex items-end gap-2 lg:hidden">
    {props.dashboards && props.dashboards.length > 0 && (
      <div className="min-w-0 flex-1">
        <Select
          label="Dashboard"
          isLabelHidden
          value={props.selectedId ?? null}
          onChange={props.onOpen}
          options={props.dashboards.map(({ id, displayName }) => ({
            value: id,
            label: displayName,
          }))}
        />
      </div>
    )}
    <Button icon={<PlusIcon size={14} />} onClick={props.onCreate} isLoading={props.isCreating}>
      Create Dashboard
    </Button>
  </div>
)

/** DASH-002 */
export const DashboardSidebar = (props: DashboardSidebarProps) => {
  const [search, setSearch] = useState('')
  const { isOpen, toggle } = useSidebar()
  return (
    <>
      <NarrowChoice {...props} />
      <aside
        aria-label="Dashboards"
        className="sticky top-4 hidden shrink-0 self-start overflow-hidden transition-[width] duration-300 lg:block"
        style={{ width: isOpen ? widths.open : widths.closed }}
      >
        <div className="ph-card flex max-h-[calc(100dvh-40px)] flex-col gap-2 p-[7px]">
          <div className="flex items-center gap-2">
            <IconButton
              size="md"
              icon={<PanelIcon />}
              label={isOpen ? 'Collapse the list of dashboards' : 'Show the list of dashboards'}
              onClick={toggle}
            />
            {isOpen && <span className="text-sm font-semibold">Dashboards</span>}
          </div>
          {isOpen && (
            <>
              <SearchField label="Search dashboards" value={search} onChange={setSearch} />
              <Button
                icon={<PlusIcon size={14} />}
                isWide
                onClick={props.onCreate}
                isLoading={props.isCreating}
              >
                Create Dashboard
              </Button>
              <nav aria-label="Custom dashboards" className="min-h-0 overflow-y-auto">
                <DashboardLinks {...props} search={search} />
              </nav>
            </>
          )}
        </div>
      </aside>
    </>
  )
}

import { useState } from 'react'
import { unknownValue } from '@playhead/domain/format.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { ViewDetail } from './use-views.ts'
import { useViewsLike } from './view-links.ts'
import { type MetadataGroup, type Metadatum, viewMetadata } from './view-metadata.ts'

interface ValueProps {
  datum: Metadatum
  name: string
  href: string | undefined
}

const Value = ({ datum: { value, text }, name, href }: ValueProps) => {
  if (value === null) return <span className="text-ink-3">{unknownValue}</span>
  if (href === undefined) return text
  return (
    <Link kind="plain" href={href} title={`Views with ${name}: ${text}`}>
      {text}
    </Link>
  )
}

interface GroupProps {
  group: MetadataGroup
  nameOf: ReturnType<typeof useDimensionName>
  likeThis: ReturnType<typeof useViewsLike>
}

const Group = ({ group, nameOf, likeThis }: GroupProps) => (
  <section className="mb-4 break-inside-avoid" aria-label={group.title}>
    <h3 className="mb-1 text-sm font-semibold">{group.title}</h3>
    <dl className="flex flex-col text-sm">
      {group.data.map((datum) => (
        <div
          key={datum.id}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2 border-t border-line py-1"
        >
          <dt className="text-ink-3">{nameOf(datum.id)}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <Value
              datum={datum}
              name={nameOf(datum.id)}
              href={datum.predicate && likeThis(datum.predicate)}
            />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** METR-046: the attributes of the view; each value links to the views that share it. */
export const MetadataCard = ({ view }: { view: ViewDetail }) => {
  const [hasEmpty, setHasEmpty] = useState(false)
  const groups = viewMetadata(view, hasEmpty)
  const nameOf = useDimensionName(groups.flatMap(({ data }) => data.map(({ id }) => id)))
  const likeThis = useViewsLike(view.viewEnd)
  return (
    <Card
      title="Metadata"
      description="Select a value to see the views that share it."
      actions={
        <Switch isOn={hasEmpty} onChange={setHasEmpty}>
          Show empty
        </Switch>
      }
    >
      <div className="gap-6 md:columns-2 xl:columns-3">
        {groups.map((group) => (
          <Group key={group.category} group={group} nameOf={nameOf} likeThis={likeThis} />
        ))}
      </div>
    </Card>
  )
}

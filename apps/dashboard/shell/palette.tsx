import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { CommandPalette } from '@playhead/ui/menus/command-palette.tsx'
import type { FilterListItem } from '@playhead/ui/menus/filter-list.tsx'
import { environmentPath } from '@playhead/web-kit/navigation/paths.ts'
import {
  type FoundItem,
  type PaletteSourceProps,
  paletteSource,
} from '@playhead/web-kit/palette/palette-source.ts'
import { type PartOf, useSlot } from '@playhead/web-kit/slot.ts'
import { commandGroups } from './commands.ts'
import { byUse, readUses, recordUse } from './palette-use.ts'
import type { Shell } from './use-shell.ts'

/** Shorter texts match nearly everything. */
const shortestText = 2
const typingMs = 200

const useSettled = (text: string) => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** What one source found. */
interface Find {
  title: string
  order: number
  items: readonly FoundItem[]
}

interface SourceProps extends Omit<PaletteSourceProps, 'onFound'> {
  source: PartOf<typeof paletteSource>
  onFind: (find: Find) => void
}

const Source = ({ source: { Part, title, order }, onFind, ...typed }: SourceProps) => {
  const report = useCallback(
    (items: readonly FoundItem[]) => onFind({ title, order, items }),
    [title, order, onFind],
  )
  return (
    <Suspense fallback={null}>
      <Part {...typed} onFound={report} />
    </Suspense>
  )
}

/** Draws nothing: features look for what was typed, and their finds become groups of the palette. */
const Sources = (props: Omit<SourceProps, 'source'>) =>
  useSlot(paletteSource).map((source) => <Source key={source.title} source={source} {...props} />)

/** Sources report in any order. */
const groupsOf = (finds: readonly Find[]) =>
  finds
    .toSorted((one, other) => one.order - other.order)
    .map(({ title, items }) => ({ id: `found ${title}`, title, items, isFound: true }))

interface PaletteProps {
  shell: Shell
  onClose: () => void
  onContact: () => void
  onShortcuts: () => void
}

export const Palette = ({ shell, onClose, ...actions }: PaletteProps) => {
  const [text, setText] = useState('')
  const [finds, setFinds] = useState<readonly Find[]>([])
  const [uses] = useState(readUses)
  const wanted = text.trim()
  const settled = useSettled(wanted)
  const { organizationId, environmentId } = shell.place
  const path = useMemo(
    () =>
      organizationId && environmentId
        ? (below: string) => environmentPath({ organizationId, environmentId }, below)
        : undefined,
    [organizationId, environmentId],
  )
  const onFind = useCallback(
    (find: Find) =>
      setFinds((before) => [...before.filter(({ title }) => title !== find.title), find]),
    [],
  )
  const isSearched = path !== undefined && wanted.length >= shortestText
  const groups = [...commandGroups(shell, actions), ...(isSearched ? groupsOf(finds) : [])].map(
    (group) => ({ ...group, items: byUse<FilterListItem>(group.items, uses) }),
  )
  return (
    <>
      <CommandPalette
        isOpen
        onClose={onClose}
        groups={groups}
        onText={setText}
        onChoose={({ id }) => recordUse(id)}
      />
      {isSearched && (
        <Suspense fallback={null}>
          <Sources text={wanted} settled={settled} path={path} onFind={onFind} />
        </Suspense>
      )}
    </>
  )
}

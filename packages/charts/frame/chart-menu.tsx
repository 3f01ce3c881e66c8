import type { RefObject } from 'react'
import { CopiedTip } from '@playhead/ui/buttons/copied-tip.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { useCopy } from '@playhead/ui/buttons/use-copy.ts'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { Menu } from '@playhead/ui/menus/menu.tsx'
import type { MenuItem, MenuSection } from '@playhead/ui/menus/menu-popover.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { chartFileName, downloadFile } from '../downloads/chart-file.ts'
import type { ChartPictureText } from '../downloads/chart-picture.ts'

export interface ChartMenuProps extends ChartPictureText {
  /** Contains the chart that becomes a picture. */
  holder: RefObject<Element | null>
  span: { from: number; to: number }
  isTable: boolean
  onTable: (isTable: boolean) => void
  /** Returns the data as CSV; without it there is no download. */
  csv?: (() => string | Promise<string>) | undefined
  /** Additional entries for this chart, above the standard ones. */
  entries?: readonly MenuItem[] | undefined
  /** Without data, only the additional entries and the link remain. */
  isEmpty?: boolean
}

/** Without it, spreadsheets do not recognize UTF-8. METR-044 */
const byteOrderMark = '\uFEFF'

/** Shows a message when the canvas refuses. */
const trying = async (failure: string, act: () => Promise<void>) => {
  try {
    await act()
  } catch {
    toasts.show({ type: 'error', title: failure })
  }
}

/** The menu of a chart: table, picture, data, link. */
export const ChartMenu = (props: ChartMenuProps) => {
  const { holder, title, span, isTable, onTable, csv, entries = [], isEmpty = false } = props
  const { isCopied, copy } = useCopy('The link could not be copied')

  const download = (extension: 'svg' | 'png' | 'csv') =>
    trying('The file could not be made', async () => {
      const name = chartFileName(title, span, extension)
      if (extension === 'csv') {
        const content = [byteOrderMark, await csv!()]
        downloadFile(name, new Blob(content, { type: 'text/csv;charset=utf-8' }))
        return
      }
      // Loaded on demand, because few charts become pictures.
      const [{ pngOf, takeChartPicture }, { withFonts }] = await Promise.all([
        import('../downloads/chart-picture.ts'),
        import('../downloads/picture-fonts.ts'),
      ])
      const taken = holder.current && takeChartPicture(holder.current, props)
      if (!taken) throw new Error('There is no chart to take a picture of.')
      const picture = await withFonts(taken)
      const content =
        extension === 'png'
          ? await pngOf(picture)
          : new Blob([picture.svg], { type: 'image/svg+xml' })
      downloadFile(name, content)
    })

  const item = (id: string, label: string, act: () => unknown, isDisabled = false): MenuItem => ({
    id,
    label,
    isDisabled,
    onSelect: () => void act(),
  })
  const sections: MenuSection[] = [
    { id: 'more', items: [...entries] },
    {
      id: 'form',
      items: [
        isTable
          ? item('chart', 'Show as chart', () => onTable(false))
          : item('table', 'Show as table', () => onTable(true), isEmpty),
      ],
    },
    {
      id: 'files',
      items: [
        item('png', 'Download PNG', () => download('png'), isEmpty || isTable),
        item('svg', 'Download SVG', () => download('svg'), isEmpty || isTable),
        ...(csv ? [item('csv', 'Download CSV', () => download('csv'), isEmpty)] : []),
      ],
    },
    { id: 'address', items: [item('link', 'Copy link', () => copy(globalThis.location.href))] },
  ]
  return (
    <span className="relative inline-flex">
      <Menu
        label={`What to do with ${title}`}
        placement="bottom end"
        items={sections.filter(({ items }) => items.length > 0)}
        trigger={<IconButton size="sm" icon={<MoreIcon />} label={`Options of ${title}`} />}
      />
      <CopiedTip isCopied={isCopied} />
    </span>
  )
}

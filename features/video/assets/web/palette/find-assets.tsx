import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  foundLimit,
  type PaletteSourceProps,
  useFound,
} from '@playhead/web-kit/palette/palette-source.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../../contract.ts'
import { titleOf } from '../asset-facts.ts'

/** Assets by title, id or passthrough, newest first. */
export const Part = ({ settled, path, onFound }: PaletteSourceProps) => {
  const { data } = useQuery({
    ...query(assets.list, { query: { q: settled, limit: foundLimit } }, { quiet: true }),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(
    () =>
      (data?.data ?? []).map((asset) => ({
        id: `asset ${asset.id}`,
        label: titleOf(asset),
        ...(titleOf(asset) !== asset.id && { description: asset.id }),
        href: path(`video/assets/${asset.id}`),
      })),
    [data, path],
  )
  useFound(items, onFound)
  return null
}

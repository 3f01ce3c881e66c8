import { useQuery } from '@tanstack/react-query'
import { storageCheck } from '@playhead/features/video/storage-check/contract'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'

const shownAtMost = 5
const words = { missing: 'missing', 'wrong-size': 'of another size', changed: 'changed' } as const

/** Problems that the last storage check found; shows nothing without a response. */
export const StorageProblems = ({ assetId }: { assetId: string }) => {
  const files = useQuery(
    query(storageCheck.filesOfAsset, { params: { id: assetId } }, { quiet: true }),
  )
  const damaged = (files.data?.data ?? []).flatMap(({ name, problem }) =>
    problem === null ? [] : [{ name, problem }],
  )
  if (damaged.length === 0) return null
  const isMissing = damaged.every(({ problem }) => problem === 'missing')
  const more = damaged.length - shownAtMost
  return (
    <FormMessage tone="error">
      <p className="font-medium">
        {isMissing ? 'Files of this asset are missing' : 'Stored files of this asset are damaged'}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {damaged.slice(0, shownAtMost).map(({ name, problem }) => (
          <li key={name}>
            <code className="break-all">{name}</code> is {words[problem]}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <p className="mt-1">
        The video may not play, or only in part. Restore the files from a backup, or delete the
        asset and upload its video again.
      </p>
    </FormMessage>
  )
}

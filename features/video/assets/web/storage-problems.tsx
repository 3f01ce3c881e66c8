import { useQuery } from '@tanstack/react-query'
import { storageCheck } from '@playhead/features/video/storage-check/contract'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { query } from '@playhead/web-kit/query.ts'

const words = { missing: 'missing', 'wrong-size': 'of another size', changed: 'changed' } as const

/** What the last check of the storage found; without an answer there is nothing to say. */
export const StorageProblems = ({ assetId }: { assetId: string }) => {
  const files = useQuery(
    query(storageCheck.filesOfAsset, { params: { id: assetId } }, { quiet: true }),
  )
  const damaged = (files.data?.data ?? []).flatMap(({ name, problem }) =>
    problem === null ? [] : [{ name, problem }],
  )
  if (damaged.length === 0) return null
  return (
    <FormMessage tone="error">
      <p className="font-medium">
        {damaged.length === 1
          ? 'A stored file of this asset is damaged'
          : `${damaged.length} stored files of this asset are damaged`}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {damaged.map(({ name, problem }) => (
          <li key={name}>
            <code className="break-all">{name}</code> is {words[problem]}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Some of the video may not play. Restore the files from a backup, or create the asset anew.
      </p>
    </FormMessage>
  )
}

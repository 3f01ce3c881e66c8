import { openFolderStorage } from './folder-storage.ts'
import { openS3Storage, type S3Options } from './s3-storage.ts'
import { aBuffer } from './testing-bytes.ts'

/** A process to kill: it writes an endless object and prints when it is in the middle. */
async function* endless() {
  const chunk = aBuffer(2 ** 20)
  for (let count = 1; ; count += 1) {
    yield chunk
    if (count === 40) process.stdout.write('in the middle\n')
    if (count >= 40) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const { key, folder, s3 } = JSON.parse(process.argv[2] ?? '') as {
  key: string
  folder?: string
  s3?: S3Options
}
const storage = folder ? await openFolderStorage(folder) : await openS3Storage(s3!)
await storage.write(key, endless())

import { FORM_WITH_FILES_BYTES } from '../model'

/** Takes photographs where no script runs: all of them in one go. */
export function UploadForm({ action }: { action: string }) {
  return (
    <form className="upform" method="post" action={action} encType="multipart/form-data">
      <label htmlFor="photos">Photos</label>
      <input className="in" id="photos" name="photos" type="file" multiple accept="image/*" required />
      <p className="upform__h">Up to {FORM_WITH_FILES_BYTES / 1024 / 1024} MB at once.</p>
      <button type="submit" className="btn">
        Upload
      </button>
    </form>
  )
}

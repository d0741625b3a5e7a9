// Editions and scenarios as JSON files on the device: given away, and opened by a button. What is wrong with a file is told in a sentence.

/** Gives it away under a name that any system takes. */
export function download(name: string, json: unknown): void {
  const file = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: `${file || 'edition'}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const mostBytes = 60 * 1024;

async function read(file: File): Promise<unknown> {
  if (file.size > mostBytes) throw new Error(`This file has ${Math.ceil(file.size / 1024)} KiB; it may have at most 60.`);
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not a JSON file: ${(error as Error).message}.`);
  }
}

interface Props {
  label: string;
  /** May throw what is wrong, as a sentence. */
  onFile: (json: unknown, name: string) => void;
  /** Also before a file is read, with "". */
  onProblem: (words: string) => void;
}

export function JsonFile({ label, onFile, onProblem }: Props) {
  const open = (file: File | undefined) => {
    if (!file) return;
    onProblem('');
    read(file)
      .then((json) => onFile(json, file.name))
      .catch((error: Error) => onProblem(`${file.name}: ${error.message}`));
  };
  return (
    <label class="button">
      {label}
      <input
        class="sr"
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          open(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

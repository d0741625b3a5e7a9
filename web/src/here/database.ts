// What is kept on this device, in the browser's own database: texts under keys. Tables and analyses have one each.

const shelf = 'kept';

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(shelf);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

export class Kept {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name = 'flipside'): Promise<Kept> {
    return new Kept(await open(name));
  }

  /** In order. */
  keys(): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const asked = this.database.transaction(shelf).objectStore(shelf).getAllKeys();
      asked.onsuccess = () => resolve(asked.result.map(String));
      asked.onerror = () => reject(asked.error);
    });
  }

  get(key: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = this.database.transaction(shelf).objectStore(shelf).get(key);
      asked.onsuccess = () => resolve(String(asked.result ?? ''));
      asked.onerror = () => reject(asked.error);
    });
  }

  all(): Promise<[string, string][]> {
    return new Promise((resolve, reject) => {
      const found: [string, string][] = [];
      const asked = this.database.transaction(shelf).objectStore(shelf).openCursor();
      asked.onsuccess = () => {
        const cursor = asked.result;
        if (!cursor) return resolve(found);
        found.push([String(cursor.key), String(cursor.value)]);
        cursor.continue();
      };
      asked.onerror = () => reject(asked.error);
    });
  }

  /** Done when it is durable, all of it or nothing. */
  put(changes: [string, string | null][]): Promise<void> {
    return new Promise((resolve, reject) => {
      const change = this.database.transaction(shelf, 'readwrite', { durability: 'strict' });
      for (const [key, text] of changes)
        if (text === null) change.objectStore(shelf).delete(key);
        else change.objectStore(shelf).put(text, key);
      change.oncomplete = () => resolve();
      change.onabort = change.onerror = () => reject(change.error);
    });
  }
}

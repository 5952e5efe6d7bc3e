/** Loads each provider once, since a provider remembers between calls what its server counts and refuses. */
import type { Provider, ProviderId } from '../../providers/shared/provider.ts';

type Load = (id: ProviderId) => Promise<Provider>;

/** A provider that could not be loaded is loaded again at the next call. */
export function loadOnce(load: Load): Load {
  const providers = new Map<ProviderId, Promise<Provider>>();
  return (id) => {
    const loading = providers.get(id) ?? load(id);
    providers.set(id, loading);
    loading.catch(() => providers.delete(id));
    return loading;
  };
}
